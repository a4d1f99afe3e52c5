import { number } from './blocks';
import { FIELD_cellsPerNode, MAP_cell, MAP_outside } from './generated/constants';
import { orientationAt } from './maps';

const NODE_CELLS = i32(FIELD_cellsPerNode);

/**
 * Similarity of the directions of two maps where both show the finger, −1 to 1. `field`: as for `correlate`. `turns`: the turn of each node in steps.
 * `alike`: a double per difference of directions.
 */
// biome-ignore format: the parameters of a kernel on one line
export function overlap(mapA: usize, columns: i32, rows: i32, field: usize, turns: usize, mapB: usize, columnsB: i32, rowsB: i32, left: f64, top: f64, alike: usize): f64 {
  const nodeColumns = (columns + NODE_CELLS - 1) / NODE_CELLS;
  const nodes = nodeColumns * ((rows + NODE_CELLS - 1) / NODE_CELLS);
  let cells = 0;
  let sum: f64 = 0;
  for (let row = 0; row < rows; row++) {
    // Every second cell, like a chessboard, because neighbors hardly differ.
    for (let column = row & 1; column < columns; column += 2) {
      const here = i32(load<u8>(mapA + row * columns + column));
      if (here == i32(MAP_outside)) continue;
      const node = (row / NODE_CELLS) * nodeColumns + column / NODE_CELLS;
      const x = fromMiddle(column);
      const y = fromMiddle(row);
      const cos = number(field, 2, nodes, node);
      const sin = number(field, 3, nodes, node);
      const atX = number(field, 0, nodes, node) + cos * x - sin * y;
      const atY = number(field, 1, nodes, node) + sin * x + cos * y;
      const there = orientationAt(mapB, columnsB, rowsB, atX - left, atY - top);
      if (there == i32(MAP_outside)) continue;
      cells++;
      sum += load<f64>(alike + ((here - there + load<i32>(turns + (node << 2))) << 3));
    }
  }
  return cells == 0 ? 0 : sum / f64(cells);
}

function fromMiddle(cell: i32): f64 {
  return (f64(cell % NODE_CELLS) - f64(NODE_CELLS - 1) / 2) * MAP_cell;
}
