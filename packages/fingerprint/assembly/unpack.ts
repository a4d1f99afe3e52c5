import { MAP_nothing, MAP_outside } from './generated/constants';

/**
 * The bits of a record as bytes of a map, sixteen at a time: 1 on a ridge, 0 in a valley, MAP_nothing off the finger. The next row overwrites the bytes
 * beyond the end of a row.
 */
export function unpack(bits: usize, orientation: usize, columns: i32, rows: i32, out: usize): void {
  const bit = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const byBit = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const byCell = i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  for (let row = 0; row < rows << 2; row++) {
    for (let column = 0; column < columns; column += 4) {
      // Four pixels are half a byte of the record.
      const at = row * columns + column;
      const sixteen = i8x16.swizzle(i32x4.splat(load<u32>(bits + (at >> 1)) >> ((at & 1) << 2)), byBit);
      const ridge = v128.and(i8x16.splat(1), i8x16.eq(bit, v128.and(bit, sixteen)));
      const cells = i8x16.swizzle(v128.load32_zero(orientation + (row >> 2) * columns + column), byCell);
      const outside = i8x16.eq(cells, i8x16.splat(i8(u8(MAP_outside))));
      v128.store(out + (at << 2), v128.bitselect(i8x16.splat(i8(MAP_nothing)), ridge, outside));
    }
  }
}
