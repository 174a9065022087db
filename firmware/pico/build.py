"""Builds scales.uf2, which a Pico takes like a stick: `python firmware/pico/build.py`.

Needs Debian's gcc-arm-none-eabi. The file has the digest of what it was made of, so a test tells an old one.
"""

import hashlib
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = ("scales.c", "boot.s", "memory.ld")
RESULT = HERE / "scales.uf2"
FLASH = 0x10000000
BOOT_BYTES, BLOCK_BYTES = 252, 256
FAMILY = 0xE48BFF56
"""Of the RP2040, in UF2 files (github.com/microsoft/uf2, utils/uf2families.json)."""
COMPILER = ("arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb", "-Os", "-nostdlib", "-ffreestanding")
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-std=c11")


def digest() -> str:
    """Return the digest of all sources."""
    together = b"".join((HERE / name).read_bytes() for name in SOURCES)
    return hashlib.sha256(together).hexdigest()[:16]


def image() -> bytes:
    """Compile; return what lies in the flash, from its beginning."""
    with tempfile.TemporaryDirectory() as folder:
        linked, flat = Path(folder, "scales.elf"), Path(folder, "scales.bin")
        sources = [str(HERE / name) for name in ("boot.s", "scales.c")]
        run(*COMPILER, *WARNINGS, f"-T{HERE / 'memory.ld'}", "-o", str(linked), *sources)
        run("arm-none-eabi-objcopy", "-O", "binary", str(linked), str(flat))
        content = flat.read_bytes()
    boot = content[:BOOT_BYTES]
    return boot + struct.pack("<I", checksum(boot)) + content[BOOT_BYTES + 4 :]


def checksum(content: bytes) -> int:
    """Return the sum that the RP2040 wants of the first bytes: CRC-32, unreflected (data sheet, 2.8.1.3)."""
    value = 0xFFFFFFFF
    for byte in content:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value >> 31 else 0)) & 0xFFFFFFFF
    return value


def packed(content: bytes) -> bytes:
    """Return an image as UF2: blocks of 256 bytes, each with its address."""
    blocks = [content[start : start + BLOCK_BYTES] for start in range(0, len(content), BLOCK_BYTES)]
    return b"".join(
        struct.pack(
            *("<8I", 0x0A324655, 0x9E5D5157, 0x2000, FLASH + BLOCK_BYTES * number, BLOCK_BYTES, number),
            *(len(blocks), FAMILY),
        )
        + block.ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30)
        for number, block in enumerate(blocks)
    )


def unpacked(uf2: bytes) -> bytes:
    """Return the image in a UF2 file."""
    return b"".join(uf2[start + 32 : start + 32 + BLOCK_BYTES] for start in range(0, len(uf2), 512))


def run(*command: str) -> None:
    """Carry a command out; ends the program with its words if that fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)


if __name__ == "__main__":
    whole = image()
    RESULT.write_bytes(packed(whole + b"made of " + digest().encode()))
    print(f"{RESULT}: {len(whole)} bytes, made of {digest()}")
