@ What the Pico's own program loads first: 256 bytes with their sum, which let the flash be read like memory.
@ Registers: RP2040 data sheet, section 4.10.13 (SSI); command 03h is every flash's plain read.
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot, "ax"
    ldr r3, =0x18000000         @ the SSI
    movs r0, #0
    str r0, [r3, #0x08]         @ off while it is set
    movs r0, #4
    str r0, [r3, #0x14]         @ a quarter of the processor's clock
    ldr r0, =0x001f0300         @ frames of 32 bits; a command is sent, then data are read
    str r0, [r3, #0x00]
    movs r0, #0
    str r0, [r3, #0x04]         @ one frame at a time
    ldr r0, =0x03000218         @ 03h, a command of 8 bits, an address of 24
    ldr r1, =0x180000f4
    str r0, [r1]
    movs r0, #1
    str r0, [r3, #0x08]         @ on
    ldr r0, =0x10000100         @ the program's vectors
    ldr r1, =0xe000ed08
    str r0, [r1]
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
