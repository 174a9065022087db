"""The memory that a browser keeps of a Python: nothing compiled is in it, and little is left to import."""

import subprocess
import sys

COUNT = """
import sys
sys.modules["msgspec"] = None
import cupsim.page.tab.ahead
ours = lambda: {name for name in sys.modules if name.startswith(("cupsboard", "cupsim"))}
ahead = ours()
del sys.modules["msgspec"]
import cupsim.page.tab.board
print(len(ahead), len(ours()))
"""


def test_nearly_all_modules_of_a_board_are_imported_before_a_compiled_library_is_loaded() -> None:
    ran = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    ahead, in_all = map(int, ran.stdout.split())
    assert in_all - ahead < 0.05 * in_all
