;; The loops that most of an extraction goes into, four pixels at a time. Each has a twin in TypeScript that gives the same bits: it does
;; the same operations on the same kind of numbers in the same order. Planes are rows of 32-bit floats, a cell is 4 × 4 pixels, a mask one
;; byte per cell. All addresses are bytes. Rows are worked on in whole vectors: a little is read and written beyond the end of a plane.
(module
  (import "thread" "memory" (memory 1))
  (import "thread" "atan2" (func $atan2 (param f64 f64) (result f64)))

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

  (func $low (param $four v128) (result v128)
    (f64x2.promote_low_f32x4 (local.get $four)))

  (func $high (param $four v128) (result v128)
    (f64x2.promote_low_f32x4
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $four) (local.get $four))))

  ;; Means along the rows by running sums, four rows at once: `strip` holds four doubles a column while it works, then four means a column. The rows
  ;; of `to` begin `toBelow` bytes after each other.
  (func $meanAlong
    (param $from i32) (param $to i32) (param $strip i32) (param $width i32) (param $height i32) (param $radius i32) (param $toBelow i32)
    (param $squared i32)
    (local $below i32) (local $row i32) (local $i i32) (local $at i32) (local $means i32) (local $mean i32) (local $end i32)
    (local $enters i32) (local $leaves i32) (local $inside i32) (local $shared i32)
    (local $two i32) (local $three i32) (local $four i32) (local $toTwo i32) (local $toThree i32) (local $toFour i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $lo v128) (local $hi v128) (local $share v128)
    (local.set $below (i32.shl (local.get $width) (i32.const 2)))
    (local.set $means (i32.add (local.get $strip) (i32.shl (local.get $toBelow) (i32.const 3))))
    (local.set $end (i32.add (local.get $strip) (i32.shl (local.get $width) (i32.const 5))))
    (loop $eachFour
      ;; Below the last row there is none: it is worked on again.
      (local.set $two (local.get $from))
      (local.set $toTwo (local.get $to))
      (if (i32.lt_s (i32.add (local.get $row) (i32.const 1)) (local.get $height))
        (then
          (local.set $two (i32.add (local.get $two) (local.get $below)))
          (local.set $toTwo (i32.add (local.get $toTwo) (local.get $toBelow)))))
      (local.set $three (local.get $two))
      (local.set $toThree (local.get $toTwo))
      (if (i32.lt_s (i32.add (local.get $row) (i32.const 2)) (local.get $height))
        (then
          (local.set $three (i32.add (local.get $three) (local.get $below)))
          (local.set $toThree (i32.add (local.get $toThree) (local.get $toBelow)))))
      (local.set $four (local.get $three))
      (local.set $toFour (local.get $toThree))
      (if (i32.lt_s (i32.add (local.get $row) (i32.const 3)) (local.get $height))
        (then
          (local.set $four (i32.add (local.get $four) (local.get $below)))
          (local.set $toFour (i32.add (local.get $toFour) (local.get $toBelow)))))
      (local.set $i (i32.const 0))
      (local.set $at (local.get $strip))
      (loop $turn
        (local.set $a (v128.load (i32.add (local.get $from) (local.get $i))))
        (local.set $b (v128.load (i32.add (local.get $two) (local.get $i))))
        (local.set $c (v128.load (i32.add (local.get $three) (local.get $i))))
        (local.set $d (v128.load (i32.add (local.get $four) (local.get $i))))
        (if (local.get $squared)
          (then
            (local.set $a (f32x4.mul (local.get $a) (local.get $a)))
            (local.set $b (f32x4.mul (local.get $b) (local.get $b)))
            (local.set $c (f32x4.mul (local.get $c) (local.get $c)))
            (local.set $d (f32x4.mul (local.get $d) (local.get $d)))))
        (local.set $lo
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
        (local.set $hi
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d)))
        (v128.store (local.get $at) (f64x2.promote_low_f32x4 (local.get $lo)))
        (v128.store offset=16 (local.get $at) (f64x2.promote_low_f32x4 (local.get $hi)))
        (v128.store offset=32 (local.get $at)
          (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $lo) (local.get $lo))))
        (v128.store offset=48 (local.get $at)
          (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $hi) (local.get $hi))))
        (local.set $lo
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
        (local.set $hi
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d)))
        (v128.store offset=64 (local.get $at) (f64x2.promote_low_f32x4 (local.get $lo)))
        (v128.store offset=80 (local.get $at) (f64x2.promote_low_f32x4 (local.get $hi)))
        (v128.store offset=96 (local.get $at)
          (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $lo) (local.get $lo))))
        (v128.store offset=112 (local.get $at)
          (f64x2.promote_low_f32x4
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $hi) (local.get $hi))))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (br_if $turn (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
      (local.set $lo (v128.const i64x2 0 0))
      (local.set $hi (v128.const i64x2 0 0))
      (local.set $inside
        (select (local.get $radius) (local.get $width) (i32.lt_s (local.get $radius) (local.get $width))))
      (local.set $enters (local.get $strip))
      (local.set $at (i32.add (local.get $strip) (i32.shl (local.get $inside) (i32.const 5))))
      (block $summed
        (loop $first
          (br_if $summed (i32.ge_u (local.get $enters) (local.get $at)))
          (local.set $lo (f64x2.add (local.get $lo) (v128.load (local.get $enters))))
          (local.set $hi (f64x2.add (local.get $hi) (v128.load offset=16 (local.get $enters))))
          (local.set $enters (i32.add (local.get $enters) (i32.const 32)))
          (br $first)))
      (local.set $enters (i32.add (local.get $strip) (i32.shl (local.get $radius) (i32.const 5))))
      (local.set $leaves
        (i32.sub (local.get $strip) (i32.shl (i32.add (local.get $radius) (i32.const 1)) (i32.const 5))))
      (local.set $mean (local.get $means))
      (local.set $at (local.get $width))
      (loop $each
        (if (i32.lt_s (local.get $enters) (local.get $end))
          (then
            (local.set $lo (f64x2.add (local.get $lo) (v128.load (local.get $enters))))
            (local.set $hi (f64x2.add (local.get $hi) (v128.load offset=16 (local.get $enters))))
            (local.set $inside (i32.add (local.get $inside) (i32.const 1)))))
        (if (i32.ge_s (local.get $leaves) (local.get $strip))
          (then
            (local.set $lo (f64x2.sub (local.get $lo) (v128.load (local.get $leaves))))
            (local.set $hi (f64x2.sub (local.get $hi) (v128.load offset=16 (local.get $leaves))))
            (local.set $inside (i32.sub (local.get $inside) (i32.const 1)))))
        (if (i32.ne (local.get $inside) (local.get $shared))
          (then
            (local.set $shared (local.get $inside))
            (local.set $share (f64x2.splat (f64.div (f64.const 1) (f64.convert_i32_s (local.get $inside)))))))
        (v128.store (local.get $mean)
          (v128.or
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $lo) (local.get $share)))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
              (local.tee $a (f32x4.demote_f64x2_zero (f64x2.mul (local.get $hi) (local.get $share)))) (local.get $a))))
        (local.set $enters (i32.add (local.get $enters) (i32.const 32)))
        (local.set $leaves (i32.add (local.get $leaves) (i32.const 32)))
        (local.set $mean (i32.add (local.get $mean) (i32.const 16)))
        (br_if $each (local.tee $at (i32.sub (local.get $at) (i32.const 1)))))
      (local.set $i (i32.const 0))
      (local.set $mean (local.get $means))
      (loop $turnBack
        (local.set $lo (v128.load (local.get $mean)))
        (local.set $hi (v128.load offset=16 (local.get $mean)))
        (local.set $c (v128.load offset=32 (local.get $mean)))
        (local.set $d (v128.load offset=48 (local.get $mean)))
        (local.set $a (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $lo) (local.get $c)))
        (local.set $b (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $hi) (local.get $d)))
        (v128.store (i32.add (local.get $to) (local.get $i))
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
        (v128.store (i32.add (local.get $toTwo) (local.get $i))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
        (local.set $a (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $lo) (local.get $c)))
        (local.set $b (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $hi) (local.get $d)))
        (v128.store (i32.add (local.get $toThree) (local.get $i))
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
        (v128.store (i32.add (local.get $toFour) (local.get $i))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
        (local.set $mean (i32.add (local.get $mean) (i32.const 64)))
        (br_if $turnBack (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
      (local.set $from (i32.add (local.get $from) (i32.shl (local.get $below) (i32.const 2))))
      (local.set $to (i32.add (local.get $to) (i32.shl (local.get $toBelow) (i32.const 2))))
      (br_if $eachFour
        (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $height)))))

  ;; Means down the columns, row by row with one running sum per column: `sums` has a double for each. The rows of `from` begin `fromBelow` bytes
  ;; after each other.
  (func $meanDown
    (param $from i32) (param $to i32) (param $sums i32) (param $width i32) (param $height i32) (param $radius i32) (param $fromBelow i32)
    (local $below i32) (local $row i32) (local $inside i32) (local $enters i32) (local $leaves i32) (local $i i32)
    (local $sum i32) (local $share v128) (local $lo v128) (local $hi v128) (local $v v128)
    (local.set $below (i32.shl (local.get $width) (i32.const 2)))
    (memory.fill (local.get $sums) (i32.const 0) (i32.shl (local.get $fromBelow) (i32.const 1)))
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
          (v128.store (local.get $sum)
            (f64x2.add (v128.load (local.get $sum)) (f64x2.promote_low_f32x4 (local.get $v))))
          (v128.store offset=16 (local.get $sum)
            (f64x2.add (v128.load offset=16 (local.get $sum))
              (f64x2.promote_low_f32x4
                (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v)))))
          (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
          (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
        (local.set $enters (i32.add (local.get $enters) (local.get $fromBelow)))
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
              (i32.mul (i32.add (local.get $row) (local.get $radius)) (local.get $fromBelow))))))
      (local.set $leaves (i32.const 0))
      (if (i32.gt_s (local.get $row) (local.get $radius))
        (then
          (local.set $inside (i32.sub (local.get $inside) (i32.const 1)))
          (local.set $leaves
            (i32.add (local.get $from)
              (i32.mul (i32.sub (i32.sub (local.get $row) (local.get $radius)) (i32.const 1)) (local.get $fromBelow))))))
      (local.set $share (f64x2.splat (f64.div (f64.const 1) (f64.convert_i32_s (local.get $inside)))))
      (local.set $i (i32.const 0))
      (local.set $sum (local.get $sums))
      (loop $each
        (local.set $lo (v128.load (local.get $sum)))
        (local.set $hi (v128.load offset=16 (local.get $sum)))
        (if (local.get $enters)
          (then
            (local.set $v (v128.load (i32.add (local.get $enters) (local.get $i))))
            (local.set $lo (f64x2.add (local.get $lo) (f64x2.promote_low_f32x4 (local.get $v))))
            (local.set $hi
              (f64x2.add (local.get $hi)
                (f64x2.promote_low_f32x4
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v)))))))
        (if (local.get $leaves)
          (then
            (local.set $v (v128.load (i32.add (local.get $leaves) (local.get $i))))
            (local.set $lo (f64x2.sub (local.get $lo) (f64x2.promote_low_f32x4 (local.get $v))))
            (local.set $hi
              (f64x2.sub (local.get $hi)
                (f64x2.promote_low_f32x4
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v)))))))
        (v128.store (local.get $sum) (local.get $lo))
        (v128.store offset=16 (local.get $sum) (local.get $hi))
        (v128.store (i32.add (local.get $to) (local.get $i))
          (v128.or
            (f32x4.demote_f64x2_zero (f64x2.mul (local.get $lo) (local.get $share)))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
              (local.tee $v (f32x4.demote_f64x2_zero (f64x2.mul (local.get $hi) (local.get $share)))) (local.get $v))))
        (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
        (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $below))))
      (local.set $to (i32.add (local.get $to) (local.get $below)))
      (br_if $eachRow (i32.lt_s (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $height)))))

  ;; Mean over the square around each pixel of so many planes that lie one after the other, so often in a row; of the values, or first of their squares.
  ;; While it works, `between` holds a plane with rows of whole vectors, `strip` 48 bytes a column of such a row.
  (func (export "boxMeans")
    (param $from i32) (param $to i32) (param $between i32) (param $strip i32)
    (param $width i32) (param $height i32) (param $radius i32) (param $passes i32) (param $planes i32) (param $squared i32)
    (local $pass i32) (local $source i32) (local $size i32) (local $below i32)
    (local.set $below (i32.and (i32.add (i32.shl (local.get $width) (i32.const 2)) (i32.const 12)) (i32.const -16)))
    (local.set $size (i32.shl (i32.mul (local.get $width) (local.get $height)) (i32.const 2)))
    (loop $eachPlane
      (local.set $source (local.get $from))
      (local.set $pass (local.get $passes))
      (loop $again
        (call $meanAlong
          (local.get $source) (local.get $between) (local.get $strip)
          (local.get $width) (local.get $height) (local.get $radius) (local.get $below)
          (i32.and (local.get $squared) (i32.eq (local.get $pass) (local.get $passes))))
        (call $meanDown
          (local.get $between) (local.get $to) (local.get $strip)
          (local.get $width) (local.get $height) (local.get $radius) (local.get $below))
        (local.set $source (local.get $to))
        (br_if $again (local.tee $pass (i32.sub (local.get $pass) (i32.const 1)))))
      (local.set $from (i32.add (local.get $from) (local.get $size)))
      (local.set $to (i32.add (local.get $to) (local.get $size)))
      (br_if $eachPlane (local.tee $planes (i32.sub (local.get $planes) (i32.const 1))))))

  ;; (mean − gray) / (deviation + floor), into a larger plane with rows of `outWidth` pixels. `squares`: the mean of the squares, which together with the
  ;; mean tells the standard deviation. What is written beyond a row is taken back.
  (func (export "flat")
    (param $gray i32) (param $mean i32) (param $squares i32) (param $out i32)
    (param $width i32) (param $height i32) (param $outWidth i32) (param $floor f32)
    (local $i i32) (local $end i32) (local $v v128)
    (local.set $end (i32.shl (local.get $width) (i32.const 2)))
    (loop $eachRow
      (local.set $i (i32.const 0))
      (loop $each
        (local.set $v (v128.load (i32.add (local.get $mean) (local.get $i))))
        (v128.store (i32.add (local.get $out) (local.get $i))
          (f32x4.div
            (f32x4.sub (local.get $v) (v128.load (i32.add (local.get $gray) (local.get $i))))
            (f32x4.add
              (f32x4.sqrt
                (f32x4.max (v128.const i64x2 0 0)
                  (f32x4.sub
                    (v128.load (i32.add (local.get $squares) (local.get $i))) (f32x4.mul (local.get $v) (local.get $v)))))
              (f32x4.splat (local.get $floor)))))
        (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (v128.store (i32.add (local.get $out) (local.get $end)) (v128.const i64x2 0 0))
      (local.set $gray (i32.add (local.get $gray) (local.get $end)))
      (local.set $mean (i32.add (local.get $mean) (local.get $end)))
      (local.set $squares (i32.add (local.get $squares) (local.get $end)))
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

  ;; In which of 64 steps of a half turn the ridges run, of twice the angle across them: a quarter turn on. Halves of a step are rounded up.
  (func $stepOf (param $sin f64) (param $cos f64) (result i32)
    (local $angle f64) (local $whole f64)
    (local.set $angle
      (f64.sub
        (f64.add (f64.div (call $atan2 (local.get $sin) (local.get $cos)) (f64.const 2)) (f64.const 0x1.2d97c7f3321d2p+2))
        (f64.const 0x1.921fb54442d18p+1)))
    (if (f64.ge (local.get $angle) (f64.const 0x1.921fb54442d18p+1))
      (then (local.set $angle (f64.sub (local.get $angle) (f64.const 0x1.921fb54442d18p+1)))))
    (local.set $angle (f64.mul (f64.div (local.get $angle) (f64.const 0x1.921fb54442d18p+1)) (f64.const 64)))
    (local.set $whole (f64.ceil (local.get $angle)))
    (if (f64.gt (f64.sub (local.get $whole) (f64.const 0.5)) (local.get $angle))
      (then (local.set $whole (f64.sub (local.get $whole) (f64.const 1)))))
    (i32.and (i32.trunc_sat_f64_s (local.get $whole)) (i32.const 63)))

  ;; The direction of each cell of the mask, two at a time, out of the sums of its near and its wider neighbourhood: twice the angle across the ridges as a
  ;; direction (doubles), the step of the angle along them, and how much the near gradients agree. Nothing but zeros is written of the other cells.
  (func (export "blend")
    (param $mask i32) (param $count i32) (param $nearCos i32) (param $nearSin i32) (param $nearEnergy i32)
    (param $wideCos i32) (param $wideSin i32) (param $wideEnergy i32) (param $cos i32) (param $sin i32) (param $step i32) (param $coherence i32)
    (local $i i32) (local $at i32) (local $both i32) (local $one i32) (local $other i32) (local $shown v128)
    (local $energy v128) (local $wide v128) (local $x v128) (local $y v128) (local $near v128) (local $trust v128) (local $rest v128)
    (local $t v128) (local $q v128) (local $steps v128)
    (block $done
      (loop $each
        (br_if $done (i32.ge_s (local.get $i) (local.get $count)))
        (local.set $both (i32.load16_u (i32.add (local.get $mask) (local.get $i))))
        (block $next
          (br_if $next (i32.eqz (local.get $both)))
          (local.set $one (i32.and (local.get $both) (i32.const 1)))
          (local.set $other (i32.and (i32.shr_u (local.get $both) (i32.const 8)) (i32.const 1)))
          (local.set $shown
            (i64x2.neg
              (i64x2.replace_lane 1
                (i64x2.splat (i64.extend_i32_u (local.get $one))) (i64.extend_i32_u (local.get $other)))))
          (local.set $at (i32.shl (local.get $i) (i32.const 2)))
          (local.set $x (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $nearCos) (local.get $at)))))
          (local.set $y (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $nearSin) (local.get $at)))))
          (local.set $energy
            (f64x2.add (v128.const f64x2 1e-9 1e-9)
              (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $nearEnergy) (local.get $at))))))
          (local.set $wide
            (f64x2.add (v128.const f64x2 1e-9 1e-9)
              (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $wideEnergy) (local.get $at))))))
          (local.set $near
            (f64x2.div
              (f64x2.sqrt
                (f64x2.add (f64x2.mul (local.get $x) (local.get $x)) (f64x2.mul (local.get $y) (local.get $y))))
              (local.get $energy)))
          (v128.store64_lane 0 (i32.add (local.get $coherence) (local.get $at))
            (f32x4.demote_f64x2_zero (v128.and (local.get $shown) (local.get $near))))
          (local.set $trust (f64x2.mul (local.get $near) (local.get $near)))
          (local.set $rest
            (f64x2.mul (f64x2.sub (v128.const f64x2 1 1) (local.get $trust)) (v128.const f64x2 0.5 0.5)))
          (local.set $x
            (v128.and (local.get $shown)
              (f64x2.add
                (f64x2.mul (local.get $trust) (f64x2.div (local.get $x) (local.get $energy)))
                (f64x2.mul (local.get $rest)
                  (f64x2.div
                    (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $wideCos) (local.get $at))))
                    (local.get $wide))))))
          (local.set $y
            (v128.and (local.get $shown)
              (f64x2.add
                (f64x2.mul (local.get $trust) (f64x2.div (local.get $y) (local.get $energy)))
                (f64x2.mul (local.get $rest)
                  (f64x2.div
                    (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $wideSin) (local.get $at))))
                    (local.get $wide))))))
          (local.set $at (i32.shl (local.get $i) (i32.const 3)))
          (v128.store (i32.add (local.get $cos) (local.get $at)) (local.get $x))
          (v128.store (i32.add (local.get $sin) (local.get $at)) (local.get $y))
          ;; The step by a polynomial that errs by 0.0001 of one; nearer than 0.002 to the next step the angle itself decides.
          (local.set $t
            (f64x2.div
              (f64x2.min (f64x2.abs (local.get $x)) (f64x2.abs (local.get $y)))
              (f64x2.max (f64x2.abs (local.get $x)) (f64x2.abs (local.get $y)))))
          (local.set $q (f64x2.mul (local.get $t) (local.get $t)))
          (local.set $t
            (f64x2.mul (local.get $t)
              (f64x2.add (v128.const f64x2 0.999866 0.999866)
                (f64x2.mul (local.get $q)
                  (f64x2.add (v128.const f64x2 -0.3302995 -0.3302995)
                    (f64x2.mul (local.get $q)
                      (f64x2.add (v128.const f64x2 0.180141 0.180141)
                        (f64x2.mul (local.get $q)
                          (f64x2.add (v128.const f64x2 -0.085133 -0.085133)
                            (f64x2.mul (local.get $q) (v128.const f64x2 0.0208351 0.0208351)))))))))))
          (local.set $t
            (v128.bitselect
              (f64x2.sub (v128.const f64x2 0x1.921fb54442d18p+0 0x1.921fb54442d18p+0) (local.get $t)) (local.get $t)
              (f64x2.gt (f64x2.abs (local.get $y)) (f64x2.abs (local.get $x)))))
          (local.set $t
            (v128.bitselect
              (f64x2.sub (v128.const f64x2 0x1.921fb54442d18p+1 0x1.921fb54442d18p+1) (local.get $t)) (local.get $t)
              (f64x2.lt (local.get $x) (v128.const i64x2 0 0))))
          (local.set $t
            (v128.bitselect (f64x2.neg (local.get $t)) (local.get $t) (f64x2.lt (local.get $y) (v128.const i64x2 0 0))))
          (local.set $t
            (f64x2.add (v128.const f64x2 32 32)
              (f64x2.mul (local.get $t) (v128.const f64x2 10.185916357881302 10.185916357881302))))
          (local.set $q (f64x2.nearest (local.get $t)))
          (local.set $steps (i32x4.trunc_sat_f64x2_s_zero (local.get $q)))
          (local.set $q
            (f64x2.lt (f64x2.abs (f64x2.sub (local.get $t) (local.get $q))) (v128.const f64x2 0.498 0.498)))
          (if (i32.eqz (i64x2.all_true (local.get $q)))
            (then
              (local.set $steps
                (i32x4.replace_lane 1
                  (i32x4.splat (call $stepOf (f64x2.extract_lane 0 (local.get $y)) (f64x2.extract_lane 0 (local.get $x))))
                  (call $stepOf (f64x2.extract_lane 1 (local.get $y)) (f64x2.extract_lane 1 (local.get $x)))))))
          (i32.store16 (i32.add (local.get $step) (local.get $i))
            (i32.or
              (i32.mul (local.get $one) (i32.and (i32x4.extract_lane 0 (local.get $steps)) (i32.const 63)))
              (i32.shl
                (i32.mul (local.get $other) (i32.and (i32x4.extract_lane 1 (local.get $steps)) (i32.const 63)))
                (i32.const 8)))))
        (local.set $i (i32.add (local.get $i) (i32.const 2)))
        (br $each))))

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

  ;; The power of one profile at each of `bins` periods, three at a time. `waves`: cosine and sine as doubles, `count` of them for each period. `profile`
  ;; holds as many doubles while it works.
  (func (export "powers")
    (param $at i32) (param $line i32) (param $waves i32) (param $count i32) (param $bins i32) (param $out i32) (param $step i32)
    (param $profile i32)
    (local $k i32) (local $end i32) (local $size i32) (local $second i32) (local $third i32)
    (local $value v128) (local $a v128) (local $b v128) (local $c v128)
    (local.set $size (i32.shl (local.get $count) (i32.const 4)))
    (local.set $end (i32.add (local.get $profile) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $k (local.get $profile))
    (loop $each
      (f64.store (local.get $k)
        (f64.promote_f32 (f32.load (i32.add (local.get $at) (i32.shl (i32.load (local.get $line)) (i32.const 2))))))
      (local.set $line (i32.add (local.get $line) (i32.const 4)))
      (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 8))) (local.get $end))))
    (loop $eachThree
      (local.set $a (v128.const i64x2 0 0))
      (local.set $b (v128.const i64x2 0 0))
      (local.set $c (v128.const i64x2 0 0))
      (local.set $second (i32.add (local.get $waves) (local.get $size)))
      (local.set $third (i32.add (local.get $second) (local.get $size)))
      (local.set $k (local.get $profile))
      (loop $each
        (local.set $value (v128.load64_splat (local.get $k)))
        (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $value) (v128.load (local.get $waves)))))
        (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $value) (v128.load (local.get $second)))))
        (local.set $c (f64x2.add (local.get $c) (f64x2.mul (local.get $value) (v128.load (local.get $third)))))
        (local.set $waves (i32.add (local.get $waves) (i32.const 16)))
        (local.set $second (i32.add (local.get $second) (i32.const 16)))
        (local.set $third (i32.add (local.get $third) (i32.const 16)))
        (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 8))) (local.get $end))))
      (local.set $waves (local.get $third))
      (f32.store (local.get $out) (call $squaredLength (local.get $a)))
      (f32.store (local.tee $out (i32.add (local.get $out) (local.get $step))) (call $squaredLength (local.get $b)))
      (f32.store (local.tee $out (i32.add (local.get $out) (local.get $step))) (call $squaredLength (local.get $c)))
      (local.set $out (i32.add (local.get $out) (local.get $step)))
      (br_if $eachThree (local.tee $bins (i32.sub (local.get $bins) (i32.const 3))))))

  (func $squaredLength (param $v v128) (result f32)
    (local.set $v (f64x2.mul (local.get $v) (local.get $v)))
    (f32.demote_f64 (f64.add (f64x2.extract_lane 0 (local.get $v)) (f64x2.extract_lane 1 (local.get $v)))))

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

  ;; How often a walk around the pixel steps from valley onto ridge: `table` says it for each way to be surrounded.
  (func $crossings (param $at i32) (param $width i32) (param $table i32) (result i32)
    (i32.load8_u (i32.add (local.get $table) (call $around (local.get $at) (local.get $width)))))

  (func $leads (param $next i32) (param $before i32) (param $width i32) (result i32)
    (local $apart i32)
    (if (i32.eqz (i32.load8_u (local.get $next))) (then (return (i32.const 0))))
    (local.set $apart (i32.sub (local.get $next) (local.get $before)))
    ;; Not the pixel before, nor one beside it: that would be walking back.
    (i32.and
      (i32.and
        (i32.ne (local.get $apart) (i32.const 0))
        (i32.gt_u (i32.add (local.get $apart) (i32.const 1)) (i32.const 2)))
      (i32.and
        (i32.ne (local.get $apart) (local.get $width))
        (i32.ne (local.get $apart) (i32.sub (i32.const 0) (local.get $width))))))

  ;; The next pixel of a line, the straight steps first; 0 where there is none.
  (func $onward (param $at i32) (param $before i32) (param $width i32) (result i32)
    (local $above i32) (local $under i32)
    (local.set $above (i32.sub (local.get $at) (local.get $width)))
    (local.set $under (i32.add (local.get $at) (local.get $width)))
    (if (call $leads (local.get $above) (local.get $before) (local.get $width)) (then (return (local.get $above))))
    (if (call $leads (i32.add (local.get $at) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.add (local.get $at) (i32.const 1)))))
    (if (call $leads (local.get $under) (local.get $before) (local.get $width)) (then (return (local.get $under))))
    (if (call $leads (i32.sub (local.get $at) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.sub (local.get $at) (i32.const 1)))))
    (if (call $leads (i32.add (local.get $above) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.add (local.get $above) (i32.const 1)))))
    (if (call $leads (i32.add (local.get $under) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.add (local.get $under) (i32.const 1)))))
    (if (call $leads (i32.sub (local.get $under) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.sub (local.get $under) (i32.const 1)))))
    (if (call $leads (i32.sub (local.get $above) (i32.const 1)) (local.get $before) (local.get $width))
      (then (return (i32.sub (local.get $above) (i32.const 1)))))
    (i32.const 0))

  ;; Takes one line off that begins here, if it is short. `path` holds the addresses of its pixels while it works.
  (func $pruneFrom
    (param $start i32) (param $width i32) (param $crossings i32) (param $minLine i32) (param $minBranch i32) (param $path i32)
    (local $at i32) (local $before i32) (local $next i32) (local $length i32) (local $kind i32)
    (local.set $at (call $onward (local.get $start) (i32.const -1) (local.get $width)))
    (if (i32.eqz (local.get $at))
      (then
        (i32.store8 (local.get $start) (i32.const 0))
        (return)))
    (local.set $before (local.get $start))
    (block $done
      (loop $each
        (i32.store (i32.add (local.get $path) (i32.shl (local.get $length) (i32.const 2))) (local.get $at))
        (local.set $length (i32.add (local.get $length) (i32.const 1)))
        (local.set $kind (call $crossings (local.get $at) (local.get $width) (local.get $crossings)))
        (br_if $done (i32.ne (local.get $kind) (i32.const 2)))
        (local.set $next (call $onward (local.get $at) (local.get $before) (local.get $width)))
        (br_if $done (i32.eqz (local.get $next)))
        (local.set $before (local.get $at))
        (local.set $at (local.get $next))
        (br_if $each (i32.lt_u (local.get $length) (local.get $minLine)))))
    (if (i32.and (i32.eq (local.get $kind) (i32.const 1)) (i32.lt_u (local.get $length) (local.get $minLine)))
      (then (call $erase (local.get $start) (local.get $path) (local.get $length))))
    (if (i32.and (i32.gt_u (local.get $kind) (i32.const 2)) (i32.lt_u (local.get $length) (local.get $minBranch)))
      (then (call $erase (local.get $start) (local.get $path) (i32.sub (local.get $length) (i32.const 1))))))

  (func $erase (param $start i32) (param $path i32) (param $length i32)
    (i32.store8 (local.get $start) (i32.const 0))
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $length)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (i32.store8 (i32.load (i32.add (local.get $path) (i32.shl (local.get $length) (i32.const 2)))) (i32.const 0))
        (br $each))))

  ;; Takes off short side branches and short loose lines, in the order of their pixels.
  (func (export "prune")
    (param $skeleton i32) (param $count i32) (param $width i32) (param $crossings i32) (param $minLine i32) (param $minBranch i32)
    (param $path i32)
    (local $end i32) (local $left i32) (local $at i32)
    (local.set $end (i32.add (local.get $skeleton) (local.get $count)))
    (loop $eachSixteen
      (local.set $left (i8x16.bitmask (i8x16.neg (v128.load (local.get $skeleton)))))
      (block $empty
        (loop $each
          (br_if $empty (i32.eqz (local.get $left)))
          (local.set $at (i32.add (local.get $skeleton) (i32.ctz (local.get $left))))
          (local.set $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1))))
          ;; It may have gone with another line.
          (br_if $each (i32.eqz (i32.load8_u (local.get $at))))
          (br_if $each
            (i32.gt_u (call $crossings (local.get $at) (local.get $width) (local.get $crossings)) (i32.const 1)))
          (call $pruneFrom (local.get $at) (local.get $width) (local.get $crossings)
            (local.get $minLine) (local.get $minBranch) (local.get $path))
          (br $each)))
      (br_if $eachSixteen
        (i32.lt_u (local.tee $skeleton (i32.add (local.get $skeleton) (i32.const 16))) (local.get $end)))))

  ;; The pixels of the mask at which lines end or branch, row by row: where they lie in the picture, and how they cross. Gives how many there are, but
  ;; no more than `most`.
  (func (export "lineEnds")
    (param $skeleton i32) (param $mask i32) (param $columns i32) (param $rows i32) (param $crossings i32)
    (param $at i32) (param $kind i32) (param $most i32) (result i32)
    (local $width i32) (local $row i32) (local $column i32) (local $cells i32) (local $pixel i32) (local $left i32) (local $found i32)
    (local $count i32)
    (local.set $width (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $rows (i32.shl (local.get $rows) (i32.const 2)))
    (local.set $pixel (local.get $skeleton))
    (loop $eachRow
      (local.set $cells
        (i32.add (local.get $mask) (i32.mul (i32.shr_u (local.get $row) (i32.const 2)) (local.get $columns))))
      (local.set $column (i32.const 0))
      (loop $eachCell
        (block $next
          (local.set $left (i32.load (local.get $pixel)))
          (br_if $next (i32.eqz (local.get $left)))
          (br_if $next (i32.eqz (i32.load8_u (i32.add (local.get $cells) (local.get $column)))))
          (loop $each
            (local.set $found
              (call $crossings
                (i32.add (local.get $pixel) (i32.shr_u (i32.ctz (local.get $left)) (i32.const 3)))
                (local.get $width) (local.get $crossings)))
            ;; 1 or 3: of 0 to 4 those that are odd.
            (if (i32.and (local.get $found) (i32.const 1))
              (then
                (if (i32.eq (local.get $count) (local.get $most)) (then (return (local.get $count))))
                (i32.store (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2)))
                  (i32.sub
                    (i32.add (local.get $pixel) (i32.shr_u (i32.ctz (local.get $left)) (i32.const 3)))
                    (local.get $skeleton)))
                (i32.store8 (i32.add (local.get $kind) (local.get $count)) (local.get $found))
                (local.set $count (i32.add (local.get $count) (i32.const 1)))))
            (br_if $each (local.tee $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1)))))))
        (local.set $pixel (i32.add (local.get $pixel) (i32.const 4)))
        (br_if $eachCell
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 1))) (local.get $columns))))
      (br_if $eachRow (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
    (local.get $count))
)
