;; The loops that most of an extraction goes into, four pixels at a time. Each has a twin in TypeScript that gives the same bits: it does
;; the same operations on the same kind of numbers in the same order. Planes are rows of 32-bit floats, a cell is 4 × 4 pixels, a mask one
;; byte per cell. All addresses are bytes. Rows are worked on in whole vectors: a little is read and written beyond the end of a plane.
(module
  (import "thread" "memory" (memory 1))

  ;; Weighted sums over a line through each pixel of each cell of the mask. `offsets`: `stride` pixel offsets for each orientation step.
  ;; `weights`: `stride` weights for each wave, of which `taps` says how many there are; `wave`: each cell's wave, or 0 for all the first.
  (func (export "filterLines")
    (param $image i32) (param $out i32) (param $mask i32) (param $step i32) (param $columns i32) (param $rows i32)
    (param $offsets i32) (param $stride i32) (param $weights i32) (param $taps i32) (param $wave i32)
    (local $cell i32) (local $column i32) (local $below i32) (local $toOut i32) (local $count i32) (local $kind i32)
    (local $line i32) (local $end i32) (local $weight i32) (local $at i32)
    (local $w v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $below (i32.shl (local.get $columns) (i32.const 4)))
    (local.set $toOut (i32.sub (local.get $out) (local.get $image)))
    (block $done
      (loop $eachRow
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $column (local.get $columns))
        (loop $eachCell
          (if (i32.load8_u (i32.add (local.get $mask) (local.get $cell)))
            (then
              (local.set $kind (i32.const 0))
              (if (local.get $wave)
                (then (local.set $kind (i32.load8_u (i32.add (local.get $wave) (local.get $cell))))))
              (local.set $count (i32.load (i32.add (local.get $taps) (i32.shl (local.get $kind) (i32.const 2)))))
              (local.set $weight
                (i32.add (local.get $weights)
                  (i32.shl (i32.mul (local.get $kind) (local.get $stride)) (i32.const 2))))
              (local.set $line
                (i32.add (local.get $offsets)
                  (i32.shl
                    (i32.add
                      (i32.mul (i32.load8_u (i32.add (local.get $step) (local.get $cell))) (local.get $stride))
                      (i32.shr_u (i32.sub (local.get $stride) (local.get $count)) (i32.const 1)))
                    (i32.const 2))))
              (local.set $end (i32.add (local.get $line) (i32.shl (local.get $count) (i32.const 2))))
              (local.set $a (v128.const i64x2 0 0))
              (local.set $b (v128.const i64x2 0 0))
              (local.set $c (v128.const i64x2 0 0))
              (local.set $d (v128.const i64x2 0 0))
              (loop $eachTap
                (local.set $at
                  (i32.add (local.get $image) (i32.shl (i32.load (local.get $line)) (i32.const 2))))
                (local.set $w (v128.load32_splat (local.get $weight)))
                (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $w) (v128.load (local.get $at)))))
                (local.set $at (i32.add (local.get $at) (local.get $below)))
                (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $w) (v128.load (local.get $at)))))
                (local.set $at (i32.add (local.get $at) (local.get $below)))
                (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $w) (v128.load (local.get $at)))))
                (local.set $at (i32.add (local.get $at) (local.get $below)))
                (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $w) (v128.load (local.get $at)))))
                (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
                (br_if $eachTap
                  (i32.lt_u (local.tee $line (i32.add (local.get $line) (i32.const 4))) (local.get $end))))
              (local.set $at (i32.add (local.get $image) (local.get $toOut)))
              (v128.store (local.get $at) (local.get $a))
              (v128.store (local.tee $at (i32.add (local.get $at) (local.get $below))) (local.get $b))
              (v128.store (local.tee $at (i32.add (local.get $at) (local.get $below))) (local.get $c))
              (v128.store (i32.add (local.get $at) (local.get $below)) (local.get $d))))
          (local.set $cell (i32.add (local.get $cell) (i32.const 1)))
          (local.set $image (i32.add (local.get $image) (i32.const 16)))
          (br_if $eachCell (local.tee $column (i32.sub (local.get $column) (i32.const 1)))))
        (local.set $image (i32.add (local.get $image) (i32.mul (local.get $below) (i32.const 3))))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $eachRow))))

  ;; The values at two addresses, as doubles.
  (func $two (param $one i32) (param $other i32) (result v128)
    (f64x2.promote_low_f32x4
      (v128.load32_lane 1 (local.get $other) (v128.load32_zero (local.get $one)))))

  ;; Means along the rows by running sums, two rows at once.
  (func $meanAlong (param $from i32) (param $to i32) (param $width i32) (param $height i32) (param $radius i32)
    (local $one i32) (local $other i32) (local $toOut i32) (local $row i32) (local $i i32) (local $end i32)
    (local $inside i32) (local $reach i32) (local $leaves i32) (local $sum v128) (local $shared i32) (local $share v128)
    (local.set $toOut (i32.sub (local.get $to) (local.get $from)))
    (local.set $end (i32.shl (local.get $width) (i32.const 2)))
    (local.set $reach (i32.shl (local.get $radius) (i32.const 2)))
    (local.set $one (local.get $from))
    (block $done
      (loop $eachTwo
        (br_if $done (i32.ge_s (local.get $row) (local.get $height)))
        (local.set $row (i32.add (local.get $row) (i32.const 2)))
        ;; A last row without a second one is worked on twice.
        (local.set $other
          (select (local.get $one) (i32.add (local.get $one) (local.get $end))
            (i32.gt_s (local.get $row) (local.get $height))))
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $inside
          (select (local.get $radius) (local.get $width) (i32.lt_s (local.get $radius) (local.get $width))))
        (local.set $i (i32.const 0))
        (block $summed
          (loop $first
            (br_if $summed (i32.ge_s (local.get $i) (i32.shl (local.get $inside) (i32.const 2))))
            (local.set $sum
              (f64x2.add (local.get $sum)
                (call $two (i32.add (local.get $one) (local.get $i)) (i32.add (local.get $other) (local.get $i)))))
            (local.set $i (i32.add (local.get $i) (i32.const 4)))
            (br $first)))
        (local.set $i (i32.const 0))
        (loop $each
          (if (i32.lt_s (i32.add (local.get $i) (local.get $reach)) (local.get $end))
            (then
              (local.set $sum
                (f64x2.add (local.get $sum)
                  (call $two
                    (i32.add (local.get $one) (i32.add (local.get $i) (local.get $reach)))
                    (i32.add (local.get $other) (i32.add (local.get $i) (local.get $reach))))))
              (local.set $inside (i32.add (local.get $inside) (i32.const 1)))))
          (if (i32.gt_s (local.get $i) (local.get $reach))
            (then
              (local.set $leaves (i32.sub (i32.sub (local.get $i) (local.get $reach)) (i32.const 4)))
              (local.set $sum
                (f64x2.sub (local.get $sum)
                  (call $two
                    (i32.add (local.get $one) (local.get $leaves))
                    (i32.add (local.get $other) (local.get $leaves)))))
              (local.set $inside (i32.sub (local.get $inside) (i32.const 1)))))
          (if (i32.ne (local.get $inside) (local.get $shared))
            (then
              (local.set $shared (local.get $inside))
              (local.set $share (f64x2.splat (f64.div (f64.const 1) (f64.convert_i32_s (local.get $inside)))))))
          (call $storeTwo
            (i32.add (i32.add (local.get $one) (local.get $toOut)) (local.get $i))
            (i32.add (i32.add (local.get $other) (local.get $toOut)) (local.get $i))
            (f64x2.mul (local.get $sum) (local.get $share)))
          (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 4))) (local.get $end))))
        (local.set $one (i32.add (local.get $one) (i32.shl (local.get $end) (i32.const 1))))
        (br $eachTwo))))

  (func $storeTwo (param $one i32) (param $other i32) (param $value v128)
    (local.set $value (f32x4.demote_f64x2_zero (local.get $value)))
    (v128.store32_lane 0 (local.get $one) (local.get $value))
    (v128.store32_lane 1 (local.get $other) (local.get $value)))

  (func $low (param $four v128) (result v128)
    (f64x2.promote_low_f32x4 (local.get $four)))

  (func $high (param $four v128) (result v128)
    (f64x2.promote_low_f32x4
      (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))))

  ;; Means down the columns, row by row with one running sum per column: `sums` has a double for each.
  (func $meanDown (param $from i32) (param $to i32) (param $sums i32) (param $width i32) (param $height i32) (param $radius i32)
    (local $below i32) (local $row i32) (local $inside i32) (local $enters i32) (local $leaves i32) (local $i i32)
    (local $sum i32) (local $share v128) (local $lo v128) (local $hi v128) (local $v v128)
    (local.set $below (i32.shl (local.get $width) (i32.const 2)))
    (memory.fill (local.get $sums) (i32.const 0) (i32.add (i32.shl (local.get $below) (i32.const 1)) (i32.const 32)))
    (local.set $inside
      (select (local.get $radius) (local.get $height) (i32.lt_s (local.get $radius) (local.get $height))))
    (local.set $enters (local.get $from))
    (block $summed
      (loop $first
        (br_if $summed (i32.ge_s (local.get $row) (local.get $inside)))
        (local.set $i (i32.const 0))
        (local.set $sum (local.get $sums))
        (loop $each
          (local.set $v (v128.load (i32.add (local.get $enters) (local.get $i))))
          (v128.store (local.get $sum) (f64x2.add (v128.load (local.get $sum)) (call $low (local.get $v))))
          (v128.store offset=16 (local.get $sum)
            (f64x2.add (v128.load offset=16 (local.get $sum)) (call $high (local.get $v))))
          (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
          (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
        (local.set $enters (i32.add (local.get $enters) (local.get $below)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $first)))
    (local.set $row (i32.const 0))
    (loop $eachRow
      (local.set $enters (i32.const 0))
      (if (i32.lt_s (i32.add (local.get $row) (local.get $radius)) (local.get $height))
        (then
          (local.set $inside (i32.add (local.get $inside) (i32.const 1)))
          (local.set $enters
            (i32.add (local.get $from)
              (i32.mul (i32.add (local.get $row) (local.get $radius)) (local.get $below))))))
      (local.set $leaves (i32.const 0))
      (if (i32.gt_s (local.get $row) (local.get $radius))
        (then
          (local.set $inside (i32.sub (local.get $inside) (i32.const 1)))
          (local.set $leaves
            (i32.add (local.get $from)
              (i32.mul (i32.sub (i32.sub (local.get $row) (local.get $radius)) (i32.const 1)) (local.get $below))))))
      (local.set $share (f64x2.splat (f64.div (f64.const 1) (f64.convert_i32_s (local.get $inside)))))
      (local.set $i (i32.const 0))
      (local.set $sum (local.get $sums))
      (loop $each
        (local.set $lo (v128.load (local.get $sum)))
        (local.set $hi (v128.load offset=16 (local.get $sum)))
        (if (local.get $enters)
          (then
            (local.set $v (v128.load (i32.add (local.get $enters) (local.get $i))))
            (local.set $lo (f64x2.add (local.get $lo) (call $low (local.get $v))))
            (local.set $hi (f64x2.add (local.get $hi) (call $high (local.get $v))))))
        (if (local.get $leaves)
          (then
            (local.set $v (v128.load (i32.add (local.get $leaves) (local.get $i))))
            (local.set $lo (f64x2.sub (local.get $lo) (call $low (local.get $v))))
            (local.set $hi (f64x2.sub (local.get $hi) (call $high (local.get $v))))))
        (v128.store (local.get $sum) (local.get $lo))
        (v128.store offset=16 (local.get $sum) (local.get $hi))
        (v128.store (i32.add (local.get $to) (local.get $i))
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $lo) (local.get $share)))
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $hi) (local.get $share)))))
        (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
        (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
      (local.set $to (i32.add (local.get $to) (local.get $below)))
      (br_if $eachRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $height)))))

  ;; Mean over the square around each pixel. `between` holds a plane while it works, `sums` a double per column.
  (func $boxMean (export "boxMean")
    (param $from i32) (param $to i32) (param $between i32) (param $sums i32)
    (param $width i32) (param $height i32) (param $radius i32)
    (call $meanAlong (local.get $from) (local.get $between) (local.get $width) (local.get $height) (local.get $radius))
    (call $meanDown
      (local.get $between) (local.get $to) (local.get $sums)
      (local.get $width) (local.get $height) (local.get $radius)))

  (func (export "squares") (param $from i32) (param $to i32) (param $count i32)
    (local $end i32) (local $v v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $v (v128.load (local.get $from)))
      (v128.store (local.get $to) (f32x4.mul (local.get $v) (local.get $v)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $each (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end)))))

  ;; The mean of the squares → the standard deviation, in place.
  (func (export "deviations") (param $squares i32) (param $mean i32) (param $count i32)
    (local $end i32) (local $v v128)
    (local.set $end (i32.add (local.get $squares) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $v (v128.load (local.get $mean)))
      (v128.store (local.get $squares)
        (f32x4.sqrt
          (f32x4.max (v128.const i64x2 0 0)
            (f32x4.sub (v128.load (local.get $squares)) (f32x4.mul (local.get $v) (local.get $v))))))
      (local.set $mean (i32.add (local.get $mean) (i32.const 16)))
      (br_if $each (i32.lt_u (local.tee $squares (i32.add (local.get $squares) (i32.const 16))) (local.get $end)))))

  ;; (mean − gray) / (deviation + floor), into a larger plane with rows of `outWidth` pixels. What is written beyond a row is taken back.
  (func (export "flat")
    (param $gray i32) (param $mean i32) (param $deviation i32) (param $out i32)
    (param $width i32) (param $height i32) (param $outWidth i32) (param $floor f32)
    (local $i i32) (local $end i32)
    (local.set $end (i32.shl (local.get $width) (i32.const 2)))
    (loop $eachRow
      (local.set $i (i32.const 0))
      (loop $each
        (v128.store (i32.add (local.get $out) (local.get $i))
          (f32x4.div
            (f32x4.sub
              (v128.load (i32.add (local.get $mean) (local.get $i)))
              (v128.load (i32.add (local.get $gray) (local.get $i))))
            (f32x4.add
              (v128.load (i32.add (local.get $deviation) (local.get $i)))
              (f32x4.splat (local.get $floor)))))
        (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (v128.store (i32.add (local.get $out) (local.get $end)) (v128.const i64x2 0 0))
      (local.set $gray (i32.add (local.get $gray) (local.get $end)))
      (local.set $mean (i32.add (local.get $mean) (local.get $end)))
      (local.set $deviation (i32.add (local.get $deviation) (local.get $end)))
      (local.set $out (i32.add (local.get $out) (i32.shl (local.get $outWidth) (i32.const 2))))
      (br_if $eachRow (local.tee $height (i32.sub (local.get $height) (i32.const 1))))))

  ;; The four lanes, first two and last two first.
  (func $sum (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))

  ;; Per cell of the mask the sums of (gx² − gy², 2·gx·gy, gx² + gy²), by Scharr's operator.
  (func (export "squaredGradients")
    (param $image i32) (param $mask i32) (param $columns i32) (param $rows i32)
    (param $cos i32) (param $sin i32) (param $energy i32)
    (local $column i32) (local $below i32) (local $y i32) (local $at i32) (local $up i32) (local $down i32)
    (local $a v128) (local $b v128) (local $gx v128) (local $gy v128) (local $xx v128) (local $yy v128) (local $xy v128)
    (local $sx f32) (local $sy f32)
    (local.set $below (i32.shl (local.get $columns) (i32.const 4)))
    (loop $eachRow
      (local.set $column (local.get $columns))
      (loop $eachCell
        (if (i32.load8_u (local.get $mask))
          (then
            (local.set $xx (v128.const i64x2 0 0))
            (local.set $yy (v128.const i64x2 0 0))
            (local.set $xy (v128.const i64x2 0 0))
            (local.set $y (i32.const 4))
            (local.set $at (local.get $image))
            (loop $each
              (local.set $up (i32.sub (local.get $at) (local.get $below)))
              (local.set $down (i32.add (local.get $at) (local.get $below)))
              (local.set $a
                (f32x4.sub (v128.load offset=4 (local.get $down)) (v128.load (i32.sub (local.get $up) (i32.const 4)))))
              (local.set $b
                (f32x4.sub (v128.load (i32.sub (local.get $down) (i32.const 4))) (v128.load offset=4 (local.get $up))))
              (local.set $gx
                (f32x4.add
                  (f32x4.mul (v128.const f32x4 10 10 10 10)
                    (f32x4.sub (v128.load offset=4 (local.get $at)) (v128.load (i32.sub (local.get $at) (i32.const 4)))))
                  (f32x4.mul (v128.const f32x4 3 3 3 3) (f32x4.sub (local.get $a) (local.get $b)))))
              (local.set $gy
                (f32x4.add
                  (f32x4.mul (v128.const f32x4 10 10 10 10)
                    (f32x4.sub (v128.load (local.get $down)) (v128.load (local.get $up))))
                  (f32x4.mul (v128.const f32x4 3 3 3 3) (f32x4.add (local.get $a) (local.get $b)))))
              (local.set $xx (f32x4.add (local.get $xx) (f32x4.mul (local.get $gx) (local.get $gx))))
              (local.set $yy (f32x4.add (local.get $yy) (f32x4.mul (local.get $gy) (local.get $gy))))
              (local.set $xy (f32x4.add (local.get $xy) (f32x4.mul (local.get $gx) (local.get $gy))))
              (local.set $at (local.get $down))
              (br_if $each (local.tee $y (i32.sub (local.get $y) (i32.const 1)))))
            (local.set $sx (call $sum (local.get $xx)))
            (local.set $sy (call $sum (local.get $yy)))
            (f32.store (local.get $cos) (f32.sub (local.get $sx) (local.get $sy)))
            (f32.store (local.get $sin) (f32.mul (f32.const 2) (call $sum (local.get $xy))))
            (f32.store (local.get $energy) (f32.add (local.get $sx) (local.get $sy)))))
        (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
        (local.set $cos (i32.add (local.get $cos) (i32.const 4)))
        (local.set $sin (i32.add (local.get $sin) (i32.const 4)))
        (local.set $energy (i32.add (local.get $energy) (i32.const 4)))
        (local.set $image (i32.add (local.get $image) (i32.const 16)))
        (br_if $eachCell (local.tee $column (i32.sub (local.get $column) (i32.const 1)))))
      (local.set $image (i32.add (local.get $image) (i32.mul (local.get $below) (i32.const 3))))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; Per cell of the mask the sums of (a·b, a², b²).
  (func (export "products")
    (param $one i32) (param $other i32) (param $mask i32) (param $columns i32) (param $rows i32)
    (param $both i32) (param $first i32) (param $second i32)
    (local $column i32) (local $below i32) (local $toOther i32) (local $y i32) (local $at i32)
    (local $a v128) (local $b v128) (local $ab v128) (local $aa v128) (local $bb v128)
    (local.set $below (i32.shl (local.get $columns) (i32.const 4)))
    (local.set $toOther (i32.sub (local.get $other) (local.get $one)))
    (loop $eachRow
      (local.set $column (local.get $columns))
      (loop $eachCell
        (if (i32.load8_u (local.get $mask))
          (then
            (local.set $ab (v128.const i64x2 0 0))
            (local.set $aa (v128.const i64x2 0 0))
            (local.set $bb (v128.const i64x2 0 0))
            (local.set $y (i32.const 4))
            (local.set $at (local.get $one))
            (loop $each
              (local.set $a (v128.load (local.get $at)))
              (local.set $b (v128.load (i32.add (local.get $at) (local.get $toOther))))
              (local.set $ab (f32x4.add (local.get $ab) (f32x4.mul (local.get $a) (local.get $b))))
              (local.set $aa (f32x4.add (local.get $aa) (f32x4.mul (local.get $a) (local.get $a))))
              (local.set $bb (f32x4.add (local.get $bb) (f32x4.mul (local.get $b) (local.get $b))))
              (local.set $at (i32.add (local.get $at) (local.get $below)))
              (br_if $each (local.tee $y (i32.sub (local.get $y) (i32.const 1)))))
            (f32.store (local.get $both) (call $sum (local.get $ab)))
            (f32.store (local.get $first) (call $sum (local.get $aa)))
            (f32.store (local.get $second) (call $sum (local.get $bb)))))
        (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
        (local.set $both (i32.add (local.get $both) (i32.const 4)))
        (local.set $first (i32.add (local.get $first) (i32.const 4)))
        (local.set $second (i32.add (local.get $second) (i32.const 4)))
        (local.set $one (i32.add (local.get $one) (i32.const 16)))
        (br_if $eachCell (local.tee $column (i32.sub (local.get $column) (i32.const 1)))))
      (local.set $one (i32.add (local.get $one) (i32.mul (local.get $below) (i32.const 3))))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; The sum of all squares, in doubles: every fourth value has a sum of its own.
  (func (export "power") (param $from i32) (param $count i32) (result f64)
    (local $end i32) (local $v v128) (local $d v128) (local $lo v128) (local $hi v128)
    (local.set $end (i32.add (local.get $from) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $v (v128.load (local.get $from)))
      (local.set $d (call $low (local.get $v)))
      (local.set $lo (f64x2.add (local.get $lo) (f64x2.mul (local.get $d) (local.get $d))))
      (local.set $d (call $high (local.get $v)))
      (local.set $hi (f64x2.add (local.get $hi) (f64x2.mul (local.get $d) (local.get $d))))
      (br_if $each (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))
    (local.set $lo (f64x2.add (local.get $lo) (local.get $hi)))
    (f64.add (f64x2.extract_lane 0 (local.get $lo)) (f64x2.extract_lane 1 (local.get $lo))))

  ;; one + part · other
  (func (export "weightedSum") (param $one i32) (param $other i32) (param $part f32) (param $to i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $one) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (v128.store (local.get $to)
        (f32x4.add
          (v128.load (local.get $one))
          (f32x4.mul (f32x4.splat (local.get $part)) (v128.load (local.get $other)))))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $each (i32.lt_u (local.tee $one (i32.add (local.get $one) (i32.const 16))) (local.get $end)))))

  (func $positive (param $at i32) (result v128)
    (f32x4.gt (v128.load (local.get $at)) (v128.const i64x2 0 0)))

  (func $three (param $at i32) (result v128)
    (i8x16.add
      (i8x16.add (v128.load (i32.sub (local.get $at) (i32.const 1))) (v128.load (local.get $at)))
      (v128.load offset=1 (local.get $at))))

  ;; 1 where, in a cell of the mask, at least five of the nine pixels around are positive. `raw` holds a byte per pixel while it works.
  (func (export "binarise")
    (param $data i32) (param $raw i32) (param $mask i32) (param $out i32) (param $columns i32) (param $rows i32)
    (local $width i32) (local $i i32) (local $end i32) (local $row i32) (local $cells i32) (local $at i32)
    (local.set $width (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $end (i32.mul (local.get $width) (i32.shl (local.get $rows) (i32.const 2))))
    (loop $each
      (local.set $at (i32.add (local.get $data) (i32.shl (local.get $i) (i32.const 2))))
      (v128.store (i32.add (local.get $raw) (local.get $i))
        (v128.and (v128.const i32x4 0x01010101 0x01010101 0x01010101 0x01010101)
          (i8x16.narrow_i16x8_s
            (i16x8.narrow_i32x4_s (call $positive (local.get $at)) (call $positive (i32.add (local.get $at) (i32.const 16))))
            (i16x8.narrow_i32x4_s
              (call $positive (i32.add (local.get $at) (i32.const 32)))
              (call $positive (i32.add (local.get $at) (i32.const 48)))))))
      (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
    ;; The first and the last row of cells lie outside every mask.
    (memory.fill (local.get $out) (i32.const 0) (local.get $end))
    (local.set $row (i32.const 4))
    (loop $eachRow
      (local.set $cells
        (i32.add (local.get $mask) (i32.mul (i32.shr_u (local.get $row) (i32.const 2)) (local.get $columns))))
      (local.set $i (i32.const 0))
      (loop $eachPart
        (if (i32.load (local.get $cells))
          (then
            (local.set $at
              (i32.add (local.get $raw) (i32.add (i32.mul (local.get $row) (local.get $width)) (local.get $i))))
            (v128.store
              (i32.add (local.get $out) (i32.sub (local.get $at) (local.get $raw)))
              (v128.and
                (i8x16.ge_s
                  (i8x16.add
                    (i8x16.add (call $three (i32.sub (local.get $at) (local.get $width))) (call $three (local.get $at)))
                    (call $three (i32.add (local.get $at) (local.get $width))))
                  (v128.const i8x16 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5))
                (i8x16.swizzle (v128.load32_zero (local.get $cells))
                  (v128.const i8x16 0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3))))))
        (local.set $cells (i32.add (local.get $cells) (i32.const 4)))
        (br_if $eachPart (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $width))))
      (br_if $eachRow
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1)))
          (i32.sub (i32.shl (local.get $rows) (i32.const 2)) (i32.const 4))))))

  ;; Where of a square of four pixels some are positive and some are not.
  (func $changes (param $at i32) (param $below i32) (result v128)
    (local $here v128) (local $right v128) (local $under v128) (local $beside v128)
    (local.set $here (call $positive (local.get $at)))
    (local.set $right (call $positive (i32.add (local.get $at) (i32.const 4))))
    (local.set $at (i32.add (local.get $at) (local.get $below)))
    (local.set $under (call $positive (local.get $at)))
    (local.set $beside (call $positive (i32.add (local.get $at) (i32.const 4))))
    (v128.andnot
      (v128.or (v128.or (local.get $here) (local.get $right)) (v128.or (local.get $under) (local.get $beside)))
      (v128.and (v128.and (local.get $here) (local.get $right)) (v128.and (local.get $under) (local.get $beside)))))

  (func $sixteenChanges (param $at i32) (param $below i32) (result v128)
    (i8x16.narrow_i16x8_s
      (i16x8.narrow_i32x4_s
        (call $changes (local.get $at) (local.get $below))
        (call $changes (i32.add (local.get $at) (i32.const 16)) (local.get $below)))
      (i16x8.narrow_i32x4_s
        (call $changes (i32.add (local.get $at) (i32.const 32)) (local.get $below))
        (call $changes (i32.add (local.get $at) (i32.const 48)) (local.get $below)))))

  ;; Of each pixel with those to its right and below, a byte: 1 where both planes change their sign, 2 where the first alone does, else 0. Of the last
  ;; row nothing is written.
  (func (export "signChanges") (param $even i32) (param $odd i32) (param $out i32) (param $width i32) (param $height i32)
    (local $end i32) (local $below i32)
    (local.set $below (i32.shl (local.get $width) (i32.const 2)))
    (local.set $end (i32.add (local.get $out) (i32.mul (local.get $width) (i32.sub (local.get $height) (i32.const 1)))))
    (loop $each
      (v128.store (local.get $out)
        (v128.and
          (call $sixteenChanges (local.get $even) (local.get $below))
          (v128.bitselect
            (v128.const i8x16 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1) (v128.const i8x16 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2)
            (call $sixteenChanges (local.get $odd) (local.get $below)))))
      (local.set $even (i32.add (local.get $even) (i32.const 64)))
      (local.set $odd (i32.add (local.get $odd) (i32.const 64)))
      (br_if $each (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 16))) (local.get $end)))))

  ;; The power of one profile at each of `bins` periods. `waves`: cosine and sine as doubles, `count` of them for each period.
  (func (export "powers")
    (param $at i32) (param $line i32) (param $waves i32) (param $count i32) (param $bins i32) (param $out i32) (param $step i32)
    (local $k i32) (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $line) (i32.shl (local.get $count) (i32.const 2))))
    (loop $eachBin
      (local.set $sum (v128.const i64x2 0 0))
      (local.set $k (local.get $line))
      (loop $each
        (local.set $sum
          (f64x2.add (local.get $sum)
            (f64x2.mul
              (f64x2.splat
                (f64.promote_f32
                  (f32.load (i32.add (local.get $at) (i32.shl (i32.load (local.get $k)) (i32.const 2))))))
              (v128.load (local.get $waves)))))
        (local.set $waves (i32.add (local.get $waves) (i32.const 16)))
        (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 4))) (local.get $end))))
      (local.set $sum (f64x2.mul (local.get $sum) (local.get $sum)))
      (f32.store (local.get $out)
        (f32.demote_f64
          (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (local.get $step)))
      (br_if $eachBin (local.tee $bins (i32.sub (local.get $bins) (i32.const 1))))))

  ;; Pictures of one bit per pixel: rows of 64-bit words, with a word of zeros on each side and a row of zeros above and below.
  ;; The left neighbour of each pixel of the word, and the right one.
  (func $west (param $at i32) (result i64)
    (i64.or
      (i64.shl (i64.load (local.get $at)) (i64.const 1))
      (i64.shr_u (i64.load (i32.sub (local.get $at) (i32.const 8))) (i64.const 63))))

  (func $east (param $at i32) (result i64)
    (i64.or
      (i64.shr_u (i64.load (local.get $at)) (i64.const 1))
      (i64.shl (i64.load offset=8 (local.get $at)) (i64.const 63))))

  ;; One pass of Zhang and Suen over a picture, 64 pixels at a time; the second pass visits the `active` pixels alone.
  (func $thinPass (param $from i32) (param $to i32) (param $words i32) (param $rows i32) (param $active i32)
    (local $below i32) (local $at i32) (local $word i32) (local $toOut i32) (local $toActive i32) (local $here i64) (local $gone i64)
    (local $n i64) (local $ne i64) (local $e i64) (local $se i64) (local $s i64) (local $sw i64) (local $w i64) (local $nw i64)
    (local $start i64) (local $one i64) (local $more i64) (local $two i64) (local $seven i64) (local $hold i64)
    (local.set $below (i32.shl (i32.add (local.get $words) (i32.const 2)) (i32.const 3)))
    (local.set $toOut (i32.sub (local.get $to) (local.get $from)))
    (local.set $toActive (i32.sub (local.get $active) (local.get $from)))
    (loop $eachRow
      (local.set $from (i32.add (local.get $from) (local.get $below)))
      (local.set $at (i32.add (local.get $from) (i32.const 8)))
      (local.set $word (local.get $words))
      (loop $each
        (local.set $here (i64.load (local.get $at)))
        (local.set $gone (i64.const 0))
        (if (i64.ne (local.get $here) (i64.const 0))
          (then
            (local.set $n (i64.load (i32.sub (local.get $at) (local.get $below))))
            (local.set $nw (call $west (i32.sub (local.get $at) (local.get $below))))
            (local.set $ne (call $east (i32.sub (local.get $at) (local.get $below))))
            (local.set $w (call $west (local.get $at)))
            (local.set $e (call $east (local.get $at)))
            (local.set $s (i64.load (i32.add (local.get $at) (local.get $below))))
            (local.set $sw (call $west (i32.add (local.get $at) (local.get $below))))
            (local.set $se (call $east (i32.add (local.get $at) (local.get $below))))
            ;; Around the pixel, exactly one step from valley onto ridge.
            (local.set $one (i64.const 0))
            (local.set $more (i64.const 0))
            (local.set $start (i64.and (i64.xor (local.get $n) (local.get $ne)) (local.get $ne)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $ne) (local.get $e)) (local.get $e)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $e) (local.get $se)) (local.get $se)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $se) (local.get $s)) (local.get $s)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $s) (local.get $sw)) (local.get $sw)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $sw) (local.get $w)) (local.get $w)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $w) (local.get $nw)) (local.get $nw)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            (local.set $start (i64.and (i64.xor (local.get $nw) (local.get $n)) (local.get $n)))
            (local.set $more (i64.or (local.get $more) (i64.and (local.get $one) (local.get $start))))
            (local.set $one (i64.or (local.get $one) (local.get $start)))
            ;; So the ridge pixels around are one run: of at least two, and of at most six.
            (local.set $two
              (i64.or
                (i64.or (i64.or (i64.and (local.get $n) (local.get $ne)) (i64.and (local.get $ne) (local.get $e)))
                  (i64.or (i64.and (local.get $e) (local.get $se)) (i64.and (local.get $se) (local.get $s))))
                (i64.or (i64.or (i64.and (local.get $s) (local.get $sw)) (i64.and (local.get $sw) (local.get $w)))
                  (i64.or (i64.and (local.get $w) (local.get $nw)) (i64.and (local.get $nw) (local.get $n))))))
            (local.set $seven
              (i64.and
                (i64.and (i64.and (i64.or (local.get $n) (local.get $ne)) (i64.or (local.get $ne) (local.get $e)))
                  (i64.and (i64.or (local.get $e) (local.get $se)) (i64.or (local.get $se) (local.get $s))))
                (i64.and (i64.and (i64.or (local.get $s) (local.get $sw)) (i64.or (local.get $sw) (local.get $w)))
                  (i64.and (i64.or (local.get $w) (local.get $nw)) (i64.or (local.get $nw) (local.get $n))))))
            (local.set $hold
              (select
                (i64.and (i64.and (local.get $n) (local.get $w)) (i64.or (local.get $e) (local.get $s)))
                (i64.and (i64.and (local.get $e) (local.get $s)) (i64.or (local.get $n) (local.get $w)))
                (local.get $active)))
            (local.set $gone
              (i64.and
                (i64.and (i64.and (local.get $here) (local.get $one)) (local.get $two))
                (i64.xor (i64.or (i64.or (local.get $more) (local.get $seven)) (local.get $hold)) (i64.const -1))))
            (if (local.get $active)
              (then
                (local.set $gone
                  (i64.and (local.get $gone) (i64.load (i32.add (local.get $at) (local.get $toActive)))))))))
        (i64.store (i32.add (local.get $at) (local.get $toOut)) (i64.xor (local.get $here) (local.get $gone)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $each (local.tee $word (i32.sub (local.get $word) (i32.const 1)))))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; The pixels of a picture with a straight neighbour that is none.
  (func $edges (param $from i32) (param $to i32) (param $below i32) (param $end i32)
    (local $toOut i32)
    (local.set $toOut (i32.sub (local.get $to) (local.get $from)))
    (loop $each
      (i64.store (i32.add (local.get $from) (local.get $toOut))
        (i64.and (i64.load (local.get $from))
          (i64.xor (i64.const -1)
            (i64.and
              (i64.and (call $west (local.get $from)) (call $east (local.get $from)))
              (i64.and
                (i64.load (i32.sub (local.get $from) (local.get $below)))
                (i64.load (i32.add (local.get $from) (local.get $below))))))))
      (br_if $each (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)))))

  ;; Where two pictures differ; gives the bits of all words together.
  (func $difference (param $one i32) (param $other i32) (param $to i32) (param $end i32) (result i64)
    (local $here i64) (local $all i64)
    (loop $each
      (local.set $here (i64.xor (i64.load (local.get $one)) (i64.load (local.get $other))))
      (i64.store (local.get $to) (local.get $here))
      (local.set $all (i64.or (local.get $all) (local.get $here)))
      (local.set $other (i32.add (local.get $other) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (br_if $each (i32.lt_u (local.tee $one (i32.add (local.get $one) (i32.const 8))) (local.get $end))))
    (local.get $all))

  (func $wide (param $at i32) (result i64)
    (i64.or (i64.load (local.get $at)) (i64.or (call $west (local.get $at)) (call $east (local.get $at)))))

  ;; The pixels of a picture and all around them.
  (func $grown (param $from i32) (param $to i32) (param $below i32) (param $end i32)
    (local $toOut i32)
    (local.set $toOut (i32.sub (local.get $to) (local.get $from)))
    (loop $each
      (i64.store (i32.add (local.get $from) (local.get $toOut))
        (i64.or (call $wide (local.get $from))
          (i64.or
            (call $wide (i32.sub (local.get $from) (local.get $below)))
            (call $wide (i32.add (local.get $from) (local.get $below))))))
      (br_if $each (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $end)))))

  ;; Sixteen bytes of 0 or 1 as bits.
  (func $sixteen (param $at i32) (result i64)
    (i64.extend_i32_u (i8x16.bitmask (i8x16.shl (v128.load (local.get $at)) (i32.const 7)))))

  ;; Bytes of 0 or 1 → bits. Beyond the end of a row the bytes are the next row's.
  (func $pack (param $bytes i32) (param $bits i32) (param $words i32) (param $width i32) (param $rows i32)
    (local $at i32) (local $word i32) (local $last i64)
    (local.set $last
      (i64.shr_u (i64.const -1) (i64.extend_i32_u (i32.and (i32.sub (i32.const 0) (local.get $width)) (i32.const 63)))))
    (loop $eachRow
      (local.set $bits (i32.add (local.get $bits) (i32.shl (i32.add (local.get $words) (i32.const 2)) (i32.const 3))))
      (local.set $at (local.get $bytes))
      (local.set $word (i32.const 0))
      (loop $each
        (local.set $word (i32.add (local.get $word) (i32.const 1)))
        (i64.store (i32.add (local.get $bits) (i32.shl (local.get $word) (i32.const 3)))
          (i64.and
            (select (i64.const -1) (local.get $last) (i32.ne (local.get $word) (local.get $words)))
            (i64.or
              (i64.or (call $sixteen (local.get $at))
                (i64.shl (call $sixteen (i32.add (local.get $at) (i32.const 16))) (i64.const 16)))
              (i64.or
                (i64.shl (call $sixteen (i32.add (local.get $at) (i32.const 32))) (i64.const 32))
                (i64.shl (call $sixteen (i32.add (local.get $at) (i32.const 48))) (i64.const 48))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $each (i32.ne (local.get $word) (local.get $words))))
      (local.set $bytes (i32.add (local.get $bytes) (local.get $width)))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; The bytes around, clockwise from above, as bits 0 to 7.
  (func $around (param $at i32) (param $width i32) (result i32)
    (local $above i32) (local $under i32)
    (local.set $above (i32.sub (local.get $at) (local.get $width)))
    (local.set $under (i32.add (local.get $at) (local.get $width)))
    (i32.or
      (i32.or
        (i32.or (i32.load8_u (local.get $above)) (i32.shl (i32.load8_u offset=1 (local.get $above)) (i32.const 1)))
        (i32.or
          (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 2))
          (i32.shl (i32.load8_u offset=1 (local.get $under)) (i32.const 3))))
      (i32.or
        (i32.or
          (i32.shl (i32.load8_u (local.get $under)) (i32.const 4))
          (i32.shl (i32.load8_u (i32.sub (local.get $under) (i32.const 1))) (i32.const 5)))
        (i32.or
          (i32.shl (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 6))
          (i32.shl (i32.load8_u (i32.sub (local.get $above) (i32.const 1))) (i32.const 7))))))

  ;; Each pixel of the picture in turn: without a table its byte becomes 1, with one 0 where the table says so of the bytes around it.
  (func $eachPixel (param $bits i32) (param $out i32) (param $words i32) (param $width i32) (param $rows i32) (param $table i32)
    (local $word i32) (local $left i64) (local $at i32)
    (loop $eachRow
      (local.set $bits (i32.add (local.get $bits) (i32.shl (i32.add (local.get $words) (i32.const 2)) (i32.const 3))))
      (local.set $word (i32.const 0))
      (loop $each
        (local.set $left (i64.load offset=8 (i32.add (local.get $bits) (i32.shl (local.get $word) (i32.const 3)))))
        (block $empty
          (loop $eachBit
            (br_if $empty (i64.eqz (local.get $left)))
            (local.set $at
              (i32.add (i32.add (local.get $out) (i32.shl (local.get $word) (i32.const 6)))
                (i32.wrap_i64 (i64.ctz (local.get $left)))))
            (local.set $left (i64.and (local.get $left) (i64.sub (local.get $left) (i64.const 1))))
            (if (local.get $table)
              (then
                (if (i32.load8_u (i32.add (local.get $table) (call $around (local.get $at) (local.get $width))))
                  (then (i32.store8 (local.get $at) (i32.const 0)))))
              (else (i32.store8 (local.get $at) (i32.const 1))))
            (br $eachBit)))
        (br_if $each (i32.ne (local.tee $word (i32.add (local.get $word) (i32.const 1))) (local.get $words))))
      (local.set $out (i32.add (local.get $out) (local.get $width)))
      (br_if $eachRow (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; Ridges → lines one pixel wide. `bits` holds four pictures while it works; `corners`: a byte for each way to be surrounded.
  (func (export "thin")
    (param $ridges i32) (param $out i32) (param $bits i32) (param $width i32) (param $height i32) (param $corners i32)
    (local $words i32) (local $below i32) (local $size i32) (local $inner i32)
    (local $here i32) (local $between i32) (local $after i32) (local $active i32) (local $swapped i32)
    (local.set $words (i32.shr_u (i32.add (local.get $width) (i32.const 63)) (i32.const 6)))
    (local.set $below (i32.shl (i32.add (local.get $words) (i32.const 2)) (i32.const 3)))
    (local.set $size (i32.mul (local.get $below) (i32.add (local.get $height) (i32.const 2))))
    ;; The words between the row of zeros above and the one below.
    (local.set $inner (i32.sub (local.get $size) (i32.add (local.get $below) (i32.const 8))))
    (local.set $here (local.get $bits))
    (local.set $between (i32.add (local.get $here) (local.get $size)))
    (local.set $after (i32.add (local.get $between) (local.get $size)))
    (local.set $active (i32.add (local.get $after) (local.get $size)))
    (memory.fill (local.get $bits) (i32.const 0) (i32.shl (local.get $size) (i32.const 2)))
    (call $pack (local.get $ridges) (local.get $here) (local.get $words) (local.get $width) (local.get $height))
    (call $edges
      (i32.add (local.get $here) (local.get $below)) (i32.add (local.get $active) (local.get $below))
      (local.get $below) (i32.add (local.get $here) (local.get $inner)))
    (block $done
      (loop $again
        (call $thinPass (local.get $here) (local.get $between) (local.get $words) (local.get $height) (i32.const 0))
        (call $thinPass (local.get $between) (local.get $after) (local.get $words) (local.get $height) (local.get $active))
        (br_if $done
          (i64.eqz
            (call $difference
              (local.get $here) (local.get $after) (local.get $between)
              (i32.add (local.get $here) (local.get $size)))))
        (call $grown
          (i32.add (local.get $between) (local.get $below)) (i32.add (local.get $active) (local.get $below))
          (local.get $below) (i32.add (local.get $between) (local.get $inner)))
        (local.set $swapped (local.get $here))
        (local.set $here (local.get $after))
        (local.set $after (local.get $swapped))
        (br $again)))
    (memory.fill (local.get $out) (i32.const 0) (i32.mul (local.get $width) (local.get $height)))
    (call $eachPixel
      (local.get $here) (local.get $out) (local.get $words) (local.get $width) (local.get $height) (i32.const 0))
    (call $eachPixel
      (local.get $here) (local.get $out) (local.get $words) (local.get $width) (local.get $height) (local.get $corners)))
)
