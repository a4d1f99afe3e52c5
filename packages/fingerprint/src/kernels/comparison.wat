;; The loops that most of a comparison goes into. As in kernels.wat each has a twin in TypeScript that gives the same bits, and all addresses
;; are bytes. What decides a score is computed in doubles, as TypeScript does; 32-bit numbers only tell beforehand what need not be.
(module
  (import "thread" "memory" (memory 1))
  (import "thread" "atan2" (func $atan2 (param f64 f64) (result f64)))

  ;; How well the neighbour at `other` fits that at `one`, but no more than before it.
  (func $fit (param $one i32) (param $other i32) (param $angle f64) (param $best f64) (result f64)
    (local $ahead f64) (local $aside f64) (local $far f64) (local $slack f64) (local $near f64) (local $apart f64)
    (local.set $far (f64.promote_f32 (f32.load (local.get $one))))
    (local.set $slack (f64.promote_f32 (f32.load offset=192 (local.get $one))))
    (if (i32.or
          (f64.lt (f64.promote_f32 (f32.load (local.get $other))) (f64.sub (local.get $far) (local.get $slack)))
          (f64.gt (f64.promote_f32 (f32.load (local.get $other))) (f64.add (local.get $far) (local.get $slack))))
      (then (return (local.get $best))))
    (local.set $ahead
      (f64.sub
        (f64.promote_f32 (f32.load offset=48 (local.get $one)))
        (f64.promote_f32 (f32.load offset=48 (local.get $other)))))
    (local.set $aside
      (f64.sub
        (f64.promote_f32 (f32.load offset=96 (local.get $one)))
        (f64.promote_f32 (f32.load offset=96 (local.get $other)))))
    (local.set $near
      (f64.sub (f64.const 1)
        (f64.mul
          (f64.add
            (f64.mul (local.get $ahead) (local.get $ahead))
            (f64.mul (local.get $aside) (local.get $aside)))
          (f64.promote_f32 (f32.load offset=240 (local.get $one))))))
    (if (f64.le (local.get $near) (local.get $best)) (then (return (local.get $best))))
    (local.set $apart
      (f64.abs
        (f64.sub
          (f64.promote_f32 (f32.load offset=144 (local.get $one)))
          (f64.promote_f32 (f32.load offset=144 (local.get $other))))))
    (if (f64.gt (local.get $apart) (f64.const 0x1.921fb54442d18p+1))
      (then (local.set $apart (f64.sub (f64.const 0x1.921fb54442d18p+2) (local.get $apart)))))
    (local.set $apart (f64.div (local.get $apart) (local.get $angle)))
    (f64.max (local.get $best)
      (f64.mul (local.get $near) (f64.sub (f64.const 1) (f64.mul (local.get $apart) (local.get $apart))))))

  ;; Which of eight may be it: near enough, and turned little enough. The odd one too many.
  (func $mayBe
    (param $ahead v128) (param $aside v128) (param $direction v128) (param $slack v128)
    (param $otherAhead v128) (param $otherAside v128) (param $otherDirection v128) (param $turn v128) (result v128)
    (v128.and
      (i16x8.le_u
        (i16x8.max_u
          (i16x8.abs (i16x8.sub_sat_s (local.get $ahead) (local.get $otherAhead)))
          (i16x8.abs (i16x8.sub_sat_s (local.get $aside) (local.get $otherAside))))
        (local.get $slack))
      (i16x8.le_u (i16x8.abs (i16x8.sub (local.get $direction) (local.get $otherDirection))) (local.get $turn))))

  ;; The sum over the neighbours of one minutia of how well the best of the other's fits. `near`: twelve distances of the neighbours, then as
  ;; many of what lies ahead, aside, of angles, of slacks and of ones over their squares. `rough`: the same of both as `roughly` has it.
  (func $neighbours
    (param $one i32) (param $count i32) (param $other i32) (param $rough i32) (param $roughOther i32) (param $angle f64) (param $turn v128)
    (result f64)
    (local $end i32) (local $found v128) (local $some i32) (local $ninth i32) (local $best f64) (local $sum f64)
    (local $ahead v128) (local $aside v128) (local $direction v128)
    (local.set $end (i32.add (local.get $one) (i32.shl (local.get $count) (i32.const 2))))
    ;; The ninth of the other against all of the one: a bit each.
    (local.set $ahead (v128.load16_splat offset=16 (local.get $roughOther)))
    (local.set $aside (v128.load16_splat offset=48 (local.get $roughOther)))
    (local.set $direction (v128.load16_splat offset=80 (local.get $roughOther)))
    (local.set $found
      (i8x16.narrow_i16x8_s
        (call $mayBe
          (v128.load (local.get $rough)) (v128.load offset=32 (local.get $rough))
          (v128.load offset=64 (local.get $rough)) (v128.load offset=96 (local.get $rough))
          (local.get $ahead) (local.get $aside) (local.get $direction) (local.get $turn))
        (call $mayBe
          (v128.load offset=16 (local.get $rough)) (v128.load offset=48 (local.get $rough))
          (v128.load offset=80 (local.get $rough)) (v128.load offset=112 (local.get $rough))
          (local.get $ahead) (local.get $aside) (local.get $direction) (local.get $turn))))
    (if (v128.any_true (local.get $found))
      (then (local.set $ninth (i32.shl (i8x16.bitmask (local.get $found)) (i32.const 8)))))
    ;; The other eight against each of the one.
    (local.set $ahead (v128.load (local.get $roughOther)))
    (local.set $aside (v128.load offset=32 (local.get $roughOther)))
    (local.set $direction (v128.load offset=64 (local.get $roughOther)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $found
          (call $mayBe
            (v128.load16_splat (local.get $rough)) (v128.load16_splat offset=32 (local.get $rough))
            (v128.load16_splat offset=64 (local.get $rough)) (v128.load16_splat offset=96 (local.get $rough))
            (local.get $ahead) (local.get $aside) (local.get $direction) (local.get $turn)))
        (local.set $some (i32.and (local.get $ninth) (i32.const 256)))
        (local.set $ninth (i32.shr_u (local.get $ninth) (i32.const 1)))
        (if (v128.any_true (local.get $found))
          (then (local.set $some (i32.or (local.get $some) (i16x8.bitmask (local.get $found))))))
        (if (local.get $some)
          (then
            (local.set $best (f64.const 0))
            (loop $eachBit
              (local.set $best
                (call $fit
                  (local.get $one)
                  (i32.add (local.get $other) (i32.shl (i32.ctz (local.get $some)) (i32.const 2)))
                  (local.get $angle) (local.get $best)))
              (br_if $eachBit
                (local.tee $some (i32.and (local.get $some) (i32.sub (local.get $some) (i32.const 1))))))
            (local.set $sum (f64.add (local.get $sum) (local.get $best)))))
        (local.set $one (i32.add (local.get $one) (i32.const 4)))
        (local.set $rough (i32.add (local.get $rough) (i32.const 2)))
        (br $each)))
    (local.get $sum))

  ;; Twelve 32-bit numbers, so many times as large and rounded, as sixteen of 16 bits; what is too large, and what is but room, is the largest.
  (func $narrowed (param $from i32) (param $to i32) (param $scale v128)
    (v128.store (local.get $to)
      (i16x8.narrow_i32x4_s
        (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $from)) (local.get $scale))))
        (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $from)) (local.get $scale))))))
    (v128.store offset=16 (local.get $to)
      (i16x8.narrow_i32x4_s
        (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=32 (local.get $from)) (local.get $scale))))
        (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff))))

  ;; What tells beforehand which neighbours cannot be each other's: of each minutia sixteen numbers of 16 bits each of what lies ahead and aside (64ths
  ;; of a pixel), of angles (a turn has 65,536) and of slacks (64ths, and two more for what rounding takes).
  (func $roughly (param $near i32) (param $count i32) (param $out i32)
    (block $done
      (loop $each
        (br_if $done (i32.eqz (local.get $count)))
        (call $narrowed (i32.add (local.get $near) (i32.const 48)) (local.get $out) (v128.const f32x4 64 64 64 64))
        (call $narrowed
          (i32.add (local.get $near) (i32.const 96)) (i32.add (local.get $out) (i32.const 32)) (v128.const f32x4 64 64 64 64))
        (call $narrowed
          (i32.add (local.get $near) (i32.const 144)) (i32.add (local.get $out) (i32.const 64))
          (v128.const f32x4 10430.378 10430.378 10430.378 10430.378))
        (call $narrowed
          (i32.add (local.get $near) (i32.const 192)) (i32.add (local.get $out) (i32.const 96)) (v128.const f32x4 64 64 64 64))
        (v128.store offset=96 (local.get $out)
          (i16x8.add_sat_s (v128.load offset=96 (local.get $out)) (v128.const i16x8 2 2 2 2 2 2 2 2)))
        (v128.store offset=112 (local.get $out)
          (i16x8.add_sat_s (v128.load offset=112 (local.get $out)) (v128.const i16x8 2 2 2 2 2 2 2 2)))
        (local.set $near (i32.add (local.get $near) (i32.const 288)))
        (local.set $out (i32.add (local.get $out) (i32.const 128)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $each))))

  ;; So many radians in 65,536ths of a turn, and a few more for what rounding takes.
  (func $roughTurn (param $radians f64) (result v128)
    (i16x8.splat
      (i32.add (i32.const 4)
        (i32.trunc_sat_f64_s (f64.ceil (f64.mul (local.get $radians) (f64.const 10430.378350470453)))))))

  (func $fewer (param $one i32) (param $other i32) (result i32)
    (local.set $one (i32.load8_u (local.get $one)))
    (local.set $other (i32.load8_u (local.get $other)))
    (select (local.get $one) (local.get $other) (i32.lt_u (local.get $one) (local.get $other))))

  ;; How alike sixteen points of two rings are, in steps, as four sums: `tolerance` when equal, down to `least`, its negative; 0 where one alone is unknown
  ;; (255). Half a turn has 240 steps.
  (func $alike (param $here v128) (param $there v128) (param $tolerance v128) (param $least v128) (result v128)
    (local $apart v128)
    (local.set $apart
      (i8x16.sub (i8x16.max_u (local.get $here) (local.get $there)) (i8x16.min_u (local.get $here) (local.get $there))))
    (local.set $apart
      (i8x16.min_u (local.get $apart)
        (i8x16.sub
          (v128.const i8x16 240 240 240 240 240 240 240 240 240 240 240 240 240 240 240 240) (local.get $apart))))
    (i32x4.extadd_pairwise_i16x8_s
      (i16x8.extadd_pairwise_i8x16_s
        (v128.andnot
          (i8x16.max_s (i8x16.sub (local.get $tolerance) (local.get $apart)) (local.get $least))
          (v128.xor
            (i8x16.eq (local.get $here) (v128.const i64x2 -1 -1))
            (i8x16.eq (local.get $there) (v128.const i64x2 -1 -1)))))))

  ;; The lanes are taken out as what they are: some versions of V8 add such halves as two numbers of 64 bits, with a carry, where the next step is to
  ;; take out 64.
  (func $sumOf (param $v v128) (result i32)
    (local.set $v
      (i32x4.add (local.get $v)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
    (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v))))

  ;; Which minutiae of B have outer rings like these: eight bytes each, the number and the sum. Written of all, and kept of those: which it will be, no
  ;; branch could foresee. Gives where they end.
  (func $likely
    (param $outer v128) (param $rings i32) (param $columns i32) (param $tolerance v128) (param $least v128) (param $minEarly i32)
    (param $list i32) (result i32)
    (local $j i32) (local $sum i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $j) (local.get $columns)))
        (local.set $sum
          (call $sumOf
            (call $alike (local.get $outer) (v128.load (local.get $rings)) (local.get $tolerance) (local.get $least))))
        (i32.store (local.get $list) (local.get $j))
        (i32.store offset=4 (local.get $list) (local.get $sum))
        (local.set $list
          (i32.add (local.get $list)
            (i32.shl (i32.ge_s (local.get $sum) (local.get $minEarly)) (i32.const 3))))
        (local.set $rings (i32.add (local.get $rings) (i32.const 32)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $each)))
    (local.get $list))

  ;; The same where there are no rings: all.
  (func $allOf (param $columns i32) (param $list i32) (result i32)
    (local $j i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $j) (local.get $columns)))
        (i32.store (local.get $list) (local.get $j))
        (local.set $list (i32.add (local.get $list) (i32.const 8)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))
        (br $each)))
    (local.get $list))

  ;; How alike the neighbourhoods of each minutia of A and each of B are. Of each view: 32 ring points a minutia, or 0 where a view has none;
  ;; how many are known; the neighbours, and how many. `out` holds zeros before. `settings`: doubles; the last is what the ring points sum up to that are
  ;; but room. `roughA` and `roughB` hold 128 bytes a minutia while it works, `list` eight for each of B and one more.
  (func (export "similarities")
    (param $ringsA i32) (param $knownA i32) (param $nearA i32) (param $countsA i32) (param $rows i32)
    (param $ringsB i32) (param $knownB i32) (param $nearB i32) (param $countsB i32) (param $columns i32)
    (param $out i32) (param $settings i32) (param $roughA i32) (param $roughB i32) (param $list i32)
    (local $i i32) (local $j i32) (local $at i32) (local $end i32) (local $tolerance v128) (local $least v128) (local $minEarly i32)
    (local $turn v128) (local $outer v128) (local $inner v128) (local $flow f64) (local $near f64)
    (local.set $tolerance (i8x16.splat (i32.trunc_f64_s (f64.load offset=8 (local.get $settings)))))
    (local.set $least (i8x16.neg (local.get $tolerance)))
    (local.set $minEarly (i32.trunc_f64_s (f64.load (local.get $settings))))
    (local.set $turn (call $roughTurn (f64.load offset=48 (local.get $settings))))
    (call $roughly (local.get $nearA) (local.get $rows) (local.get $roughA))
    (call $roughly (local.get $nearB) (local.get $columns) (local.get $roughB))
    (block $done
      (loop $eachRow
        (br_if $done (i32.ge_u (local.get $i) (local.get $rows)))
        (if (local.get $ringsA)
          (then
            (local.set $at (i32.add (local.get $ringsA) (i32.shl (local.get $i) (i32.const 5))))
            (local.set $outer (v128.load (local.get $at)))
            (local.set $inner (v128.load offset=16 (local.get $at)))
            (local.set $end
              (call $likely (local.get $outer) (local.get $ringsB) (local.get $columns)
                (local.get $tolerance) (local.get $least) (local.get $minEarly) (local.get $list))))
          (else (local.set $end (call $allOf (local.get $columns) (local.get $list)))))
        (local.set $at (local.get $list))
        (block $endRow
          (loop $each
            (br_if $endRow (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $j (i32.load (local.get $at)))
            (block $differs
              (if (local.get $ringsA)
                (then
                  (local.set $flow
                    (f64.div
                      (f64.sub
                        (f64.convert_i32_s
                          (i32.add (i32.load offset=4 (local.get $at))
                            (call $sumOf
                              (call $alike (local.get $inner)
                                (v128.load offset=16
                                  (i32.add (local.get $ringsB) (i32.shl (local.get $j) (i32.const 5))))
                                (local.get $tolerance) (local.get $least)))))
                        (f64.load offset=64 (local.get $settings)))
                      (f64.mul (f64.load offset=8 (local.get $settings))
                        (f64.add
                          (f64.convert_i32_u
                            (call $fewer
                              (i32.add (local.get $knownA) (local.get $i)) (i32.add (local.get $knownB) (local.get $j))))
                          (f64.load offset=16 (local.get $settings))))))
                  (br_if $differs (f64.lt (local.get $flow) (f64.load offset=24 (local.get $settings))))))
              (local.set $near
                (f64.div
                  (call $neighbours
                    (i32.add (local.get $nearA) (i32.mul (local.get $i) (i32.const 288)))
                    (i32.load8_u (i32.add (local.get $countsA) (local.get $i)))
                    (i32.add (local.get $nearB) (i32.mul (local.get $j) (i32.const 288)))
                    (i32.add (local.get $roughA) (i32.shl (local.get $i) (i32.const 7)))
                    (i32.add (local.get $roughB) (i32.shl (local.get $j) (i32.const 7)))
                    (f64.load offset=48 (local.get $settings)) (local.get $turn))
                  (f64.add
                    (f64.convert_i32_u
                      (call $fewer
                        (i32.add (local.get $countsA) (local.get $i)) (i32.add (local.get $countsB) (local.get $j))))
                    (f64.load offset=56 (local.get $settings)))))
              (if (local.get $ringsA)
                (then
                  (local.set $near
                    (f64.add
                      (f64.mul (f64.load offset=32 (local.get $settings)) (local.get $near))
                      (f64.mul (f64.load offset=40 (local.get $settings)) (local.get $flow))))))
              (f32.store (i32.add (local.get $out) (i32.shl (local.get $j) (i32.const 2))) (f32.demote_f64 (local.get $near))))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (br $each)))
        (local.set $out (i32.add (local.get $out) (i32.shl (local.get $columns) (i32.const 2))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $eachRow))))

  ;; Moves points of A into B by the motion that fits the pairs around them best, near pairs counting most, two points at a time. `pairs`: six
  ;; doubles each, the place in A, in B, cosine and sine of the turn; `index`: their minutiae of A. With `own`, point n is minutia n, whose pair
  ;; does not vote on itself. `out`: for each point five doubles in planes of `plane` bytes: x, y, cosine, sine, distance of the nearest pair that voted.
  ;; `twice` holds each number of the pairs two times while it works.
  (func $predict (export "predict")
    (param $pairs i32) (param $index i32) (param $count i32) (param $xs i32) (param $ys i32) (param $points i32) (param $own i32)
    (param $out i32) (param $plane i32) (param $twice i32) (param $settings i32)
    (local $n i32) (local $k i32) (local $at i32) (local $off i32)
    (local $x v128) (local $y v128) (local $ux v128) (local $uy v128) (local $vx v128) (local $vy v128) (local $square v128)
    (local $w v128) (local $weight v128) (local $ax v128) (local $ay v128) (local $bx v128) (local $by v128) (local $cos v128)
    (local $sin v128) (local $dot v128) (local $cross v128) (local $spread v128) (local $nearest v128)
    (local $local v128) (local $rod v128)
    (local.set $local (v128.load64_splat (local.get $settings)))
    (local.set $rod (v128.load64_splat offset=8 (local.get $settings)))
    ;; A single pair votes on itself: there is no other.
    (if (i32.eq (local.get $count) (i32.const 1)) (then (local.set $own (i32.const 0))))
    (local.set $at (local.get $twice))
    (local.set $n (i32.mul (local.get $count) (i32.const 6)))
    (loop $each
      (v128.store (local.get $at) (v128.load64_splat (local.get $pairs)))
      (local.set $pairs (i32.add (local.get $pairs) (i32.const 8)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (block $done
      (loop $eachTwo
        (br_if $done (i32.ge_s (local.get $n) (local.get $points)))
        (local.set $x (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $xs) (i32.shl (local.get $n) (i32.const 2))))))
        (local.set $y (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $ys) (i32.shl (local.get $n) (i32.const 2))))))
        (local.set $weight (v128.const i64x2 0 0))
        (local.set $ax (v128.const i64x2 0 0))
        (local.set $ay (v128.const i64x2 0 0))
        (local.set $bx (v128.const i64x2 0 0))
        (local.set $by (v128.const i64x2 0 0))
        (local.set $cos (v128.const i64x2 0 0))
        (local.set $sin (v128.const i64x2 0 0))
        (local.set $dot (v128.const i64x2 0 0))
        (local.set $cross (v128.const i64x2 0 0))
        (local.set $spread (v128.const i64x2 0 0))
        (local.set $nearest (v128.const f64x2 inf inf))
        (local.set $k (i32.const 0))
        (local.set $at (local.get $twice))
        (loop $each
          (local.set $ux (f64x2.sub (v128.load (local.get $at)) (local.get $x)))
          (local.set $uy (f64x2.sub (v128.load offset=16 (local.get $at)) (local.get $y)))
          (local.set $vx (v128.load offset=32 (local.get $at)))
          (local.set $vy (v128.load offset=48 (local.get $at)))
          (local.set $square
            (f64x2.add (f64x2.mul (local.get $ux) (local.get $ux)) (f64x2.mul (local.get $uy) (local.get $uy))))
          (local.set $w
            (f64x2.div (v128.const f64x2 1 1)
              (f64x2.add (v128.const f64x2 1 1) (f64x2.mul (local.get $square) (local.get $local)))))
          (local.set $w (f64x2.mul (local.get $w) (local.get $w)))
          (if (local.get $own)
            (then
              (local.set $off
                (i32.sub
                  (i32.load (i32.add (local.get $index) (i32.shl (local.get $k) (i32.const 2)))) (local.get $n)))
              (if (i32.eqz (local.get $off))
                (then
                  (local.set $w (f64x2.replace_lane 0 (local.get $w) (f64.const 0)))
                  (local.set $nearest
                    (f64x2.pmin (local.get $nearest) (f64x2.replace_lane 0 (local.get $square) (f64.const inf)))))
                (else
                  (if (i32.eq (local.get $off) (i32.const 1))
                    (then
                      (local.set $w (f64x2.replace_lane 1 (local.get $w) (f64.const 0)))
                      (local.set $nearest
                        (f64x2.pmin (local.get $nearest) (f64x2.replace_lane 1 (local.get $square) (f64.const inf)))))
                    (else (local.set $nearest (f64x2.pmin (local.get $nearest) (local.get $square))))))))
            (else (local.set $nearest (f64x2.pmin (local.get $nearest) (local.get $square)))))
          (local.set $weight (f64x2.add (local.get $weight) (local.get $w)))
          (local.set $ax (f64x2.add (local.get $ax) (f64x2.mul (local.get $w) (local.get $ux))))
          (local.set $ay (f64x2.add (local.get $ay) (f64x2.mul (local.get $w) (local.get $uy))))
          (local.set $bx (f64x2.add (local.get $bx) (f64x2.mul (local.get $w) (local.get $vx))))
          (local.set $by (f64x2.add (local.get $by) (f64x2.mul (local.get $w) (local.get $vy))))
          (local.set $cos
            (f64x2.add (local.get $cos) (f64x2.mul (local.get $w) (v128.load offset=64 (local.get $at)))))
          (local.set $sin
            (f64x2.add (local.get $sin) (f64x2.mul (local.get $w) (v128.load offset=80 (local.get $at)))))
          (local.set $dot
            (f64x2.add (local.get $dot)
              (f64x2.mul (local.get $w)
                (f64x2.add (f64x2.mul (local.get $ux) (local.get $vx)) (f64x2.mul (local.get $uy) (local.get $vy))))))
          (local.set $cross
            (f64x2.add (local.get $cross)
              (f64x2.mul (local.get $w)
                (f64x2.sub (f64x2.mul (local.get $ux) (local.get $vy)) (f64x2.mul (local.get $uy) (local.get $vx))))))
          (local.set $spread (f64x2.add (local.get $spread) (f64x2.mul (local.get $w) (local.get $square))))
          (local.set $at (i32.add (local.get $at) (i32.const 96)))
          (br_if $each (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $count))))
        ;; Cosine and sine of the turn, times its size.
        (local.set $cos
          (f64x2.add
            (f64x2.sub (local.get $dot)
              (f64x2.div
                (f64x2.add (f64x2.mul (local.get $ax) (local.get $bx)) (f64x2.mul (local.get $ay) (local.get $by)))
                (local.get $weight)))
            (f64x2.mul (local.get $rod) (local.get $cos))))
        (local.set $sin
          (f64x2.add
            (f64x2.sub (local.get $cross)
              (f64x2.div
                (f64x2.sub (f64x2.mul (local.get $ax) (local.get $by)) (f64x2.mul (local.get $ay) (local.get $bx)))
                (local.get $weight)))
            (f64x2.mul (local.get $rod) (local.get $sin))))
        (local.set $square
          (f64x2.sqrt
            (f64x2.add (f64x2.mul (local.get $cos) (local.get $cos)) (f64x2.mul (local.get $sin) (local.get $sin)))))
        (local.set $square
          (v128.bitselect (local.get $square) (v128.const f64x2 1 1)
            (f64x2.gt (local.get $square) (v128.const f64x2 0 0))))
        (local.set $w
          (f64x2.div (local.get $square)
            (f64x2.add
              (f64x2.sub (local.get $spread)
                (f64x2.div
                  (f64x2.add (f64x2.mul (local.get $ax) (local.get $ax)) (f64x2.mul (local.get $ay) (local.get $ay)))
                  (local.get $weight)))
              (f64x2.mul (local.get $rod) (local.get $weight)))))
        (local.set $w
          (f64x2.div
            (f64x2.min (v128.load64_splat offset=16 (local.get $settings))
              (f64x2.max (v128.load64_splat offset=24 (local.get $settings)) (local.get $w)))
            (local.get $weight)))
        (local.set $cos (f64x2.div (local.get $cos) (local.get $square)))
        (local.set $sin (f64x2.div (local.get $sin) (local.get $square)))
        (local.set $at (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 3))))
        (v128.store (local.get $at)
          (f64x2.sub (f64x2.div (local.get $bx) (local.get $weight))
            (f64x2.mul (local.get $w)
              (f64x2.sub (f64x2.mul (local.get $cos) (local.get $ax)) (f64x2.mul (local.get $sin) (local.get $ay))))))
        (v128.store (local.tee $at (i32.add (local.get $at) (local.get $plane)))
          (f64x2.sub (f64x2.div (local.get $by) (local.get $weight))
            (f64x2.mul (local.get $w)
              (f64x2.add (f64x2.mul (local.get $sin) (local.get $ax)) (f64x2.mul (local.get $cos) (local.get $ay))))))
        (v128.store (local.tee $at (i32.add (local.get $at) (local.get $plane))) (local.get $cos))
        (v128.store (local.tee $at (i32.add (local.get $at) (local.get $plane))) (local.get $sin))
        (v128.store (i32.add (local.get $at) (local.get $plane)) (f64x2.sqrt (local.get $nearest)))
        (local.set $n (i32.add (local.get $n) (i32.const 2)))
        (br $eachTwo))))

  ;; A view's minutiae: six planes of `plane` bytes of 32-bit numbers: x, y, angle, cosine and sine of it, and weight.

  ;; The pairs that `partner` names, as `predict` wants them, with 32-bit numbers' precision. Gives how many there are.
  (func $refill
    (param $a i32) (param $planeA i32) (param $countA i32) (param $b i32) (param $planeB i32) (param $partner i32)
    (param $index i32) (param $pairs i32) (result i32)
    (local $i i32) (local $j i32) (local $count i32) (local $cos i32) (local $other i32)
    (local $cosA f64) (local $sinA f64) (local $cosB f64) (local $sinB f64)
    (loop $each
      (local.set $j (i32.load (i32.add (local.get $partner) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.ge_s (local.get $j) (i32.const 0))
        (then
          (i32.store (i32.add (local.get $index) (i32.shl (local.get $count) (i32.const 2))) (local.get $i))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (local.set $cos (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))))
          (local.set $other (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 2))))
          (f64.store (local.get $pairs) (f64.promote_f32 (f32.load (local.get $cos))))
          (f64.store offset=8 (local.get $pairs) (f64.promote_f32 (f32.load (i32.add (local.get $cos) (local.get $planeA)))))
          (f64.store offset=16 (local.get $pairs) (f64.promote_f32 (f32.load (local.get $other))))
          (f64.store offset=24 (local.get $pairs) (f64.promote_f32 (f32.load (i32.add (local.get $other) (local.get $planeB)))))
          (local.set $cos (i32.add (local.get $cos) (i32.mul (local.get $planeA) (i32.const 3))))
          (local.set $other (i32.add (local.get $other) (i32.mul (local.get $planeB) (i32.const 3))))
          (local.set $cosA (f64.promote_f32 (f32.load (local.get $cos))))
          (local.set $sinA (f64.promote_f32 (f32.load (i32.add (local.get $cos) (local.get $planeA)))))
          (local.set $cosB (f64.promote_f32 (f32.load (local.get $other))))
          (local.set $sinB (f64.promote_f32 (f32.load (i32.add (local.get $other) (local.get $planeB)))))
          (f64.store offset=32 (local.get $pairs)
            (f64.promote_f32
              (f32.demote_f64
                (f64.add (f64.mul (local.get $cosB) (local.get $cosA)) (f64.mul (local.get $sinB) (local.get $sinA))))))
          (f64.store offset=40 (local.get $pairs)
            (f64.promote_f32
              (f32.demote_f64
                (f64.sub (f64.mul (local.get $sinB) (local.get $cosA)) (f64.mul (local.get $cosB) (local.get $sinA))))))
          (local.set $pairs (i32.add (local.get $pairs) (i32.const 48)))))
      (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $countA))))
    (local.get $count))

  ;; An angle between −π and π; halves of a turn are rounded up. Most are less than a turn and a half, and are told by comparing.
  (func $wrap (param $angle f64) (result f64)
    (local $turns f64) (local $whole f64)
    (if (f64.lt (f64.abs (local.get $angle)) (f64.const 9.42))
      (then
        (return
          (f64.sub (local.get $angle)
            (select
              (f64.const 0x1.921fb54442d18p+2)
              (select
                (f64.const -0x1.921fb54442d18p+2) (f64.const 0)
                (f64.lt (local.get $angle) (f64.const -0x1.921fb54442d18p+1)))
              (f64.ge (local.get $angle) (f64.const 0x1.921fb54442d18p+1)))))))
    (local.set $turns (f64.div (local.get $angle) (f64.const 0x1.921fb54442d18p+2)))
    (local.set $whole (f64.ceil (local.get $turns)))
    (if (f64.gt (f64.sub (local.get $whole) (f64.const 0.5)) (local.get $turns))
      (then (local.set $whole (f64.sub (local.get $whole) (f64.const 1)))))
    (f64.sub (local.get $angle) (f64.mul (f64.const 0x1.921fb54442d18p+2) (local.get $whole))))

  ;; How many minutiae of the view, in fours, lie above this height by a pixel or more: from there on all may be near. They stand from top to bottom.
  (func $above (param $ys i32) (param $count i32) (param $top f64) (result i32)
    (local $end i32) (local $height v128) (local $all v128)
    (local.set $height (f32x4.splat (f32.sub (f32.demote_f64 (local.get $top)) (f32.const 1))))
    (local.set $end (i32.add (local.get $ys) (i32.shl (i32.and (local.get $count) (i32.const -4)) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $ys) (local.get $end)))
        (local.set $all (i32x4.sub (local.get $all) (f32x4.lt (v128.load (local.get $ys)) (local.get $height))))
        (local.set $ys (i32.add (local.get $ys) (i32.const 16)))
        (br $each)))
    (call $sumOf (local.get $all)))

  ;; Each minutia of A takes the best of B near its predicted place; where two want the same one, the better fit keeps it. Gives how many
  ;; pairs there are. `owner`: of each minutia of B, the one of A that has it.
  (func $pairUp
    (param $angles i32) (param $countA i32) (param $b i32) (param $planeB i32) (param $countB i32)
    (param $predicted i32) (param $plane i32) (param $partner i32) (param $fit i32) (param $owner i32) (param $settings i32)
    (result i32)
    (local $i i32) (local $j i32) (local $at i32) (local $best i32) (local $rival i32) (local $count i32) (local $known i32)
    (local $nearest f64) (local $reach f64) (local $x f64) (local $y f64) (local $angle f64) (local $dx f64) (local $dy f64)
    (local $off f64) (local $turn f64) (local $value f64) (local $bestFit f64)
    (memory.fill (local.get $owner) (i32.const 255) (i32.shl (local.get $countB) (i32.const 2)))
    (memory.fill (local.get $partner) (i32.const 255) (i32.shl (local.get $countA) (i32.const 2)))
    (memory.fill (local.get $fit) (i32.const 0) (i32.shl (local.get $countA) (i32.const 2)))
    (loop $each
      (block $next
        (local.set $at (i32.add (local.get $predicted) (i32.shl (local.get $i) (i32.const 3))))
        (local.set $nearest (f64.load (i32.add (local.get $at) (i32.shl (local.get $plane) (i32.const 2)))))
        (br_if $next (f64.gt (local.get $nearest) (f64.load offset=32 (local.get $settings))))
        (local.set $reach
          (f64.add (f64.load offset=40 (local.get $settings))
            (f64.mul (f64.load offset=48 (local.get $settings)) (local.get $nearest))))
        (local.set $x (f64.load (local.get $at)))
        (local.set $y (f64.load (i32.add (local.get $at) (local.get $plane))))
        (local.set $known (i32.const 0))
        (local.set $best (i32.const -1))
        (local.set $bestFit (f64.const 0))
        (local.set $j
          (call $above
            (i32.add (local.get $b) (local.get $planeB)) (local.get $countB) (f64.sub (local.get $y) (local.get $reach))))
        (block $seen
          (loop $eachNear
            (br_if $seen (i32.ge_s (local.get $j) (local.get $countB)))
            (local.set $rival (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 2))))
            (local.set $dx (f64.sub (f64.promote_f32 (f32.load (local.get $rival))) (local.get $x)))
            (local.set $dy
              (f64.sub (f64.promote_f32 (f32.load (i32.add (local.get $rival) (local.get $planeB)))) (local.get $y)))
            (br_if $seen (f64.ge (local.get $dy) (local.get $reach)))
            (local.set $off
              (f64.div
                (f64.add (f64.mul (local.get $dx) (local.get $dx)) (f64.mul (local.get $dy) (local.get $dy)))
                (f64.mul (local.get $reach) (local.get $reach))))
            (block $worse
              (br_if $worse (f64.ge (local.get $off) (f64.const 1)))
              ;; Most minutiae find nothing near: only the others need to know their direction.
              (if (i32.eqz (local.get $known))
                (then
                  (local.set $known (i32.const 1))
                  (local.set $angle
                    (f64.add
                      (f64.promote_f32 (f32.load (i32.add (local.get $angles) (i32.shl (local.get $i) (i32.const 2)))))
                      (call $atan2
                        (f64.load (i32.add (local.get $at) (i32.mul (local.get $plane) (i32.const 3))))
                        (f64.load (i32.add (local.get $at) (i32.shl (local.get $plane) (i32.const 1)))))))))
              (local.set $turn
                (f64.div
                  (call $wrap
                    (f64.sub
                      (f64.promote_f32 (f32.load (i32.add (local.get $rival) (i32.shl (local.get $planeB) (i32.const 1)))))
                      (local.get $angle)))
                  (f64.load offset=56 (local.get $settings))))
              (local.set $value
                (f64.mul
                  (f64.sub (f64.const 1) (local.get $off))
                  (f64.sub (f64.const 1) (f64.mul (local.get $turn) (local.get $turn)))))
              (br_if $worse (f64.le (local.get $value) (local.get $bestFit)))
              (local.set $rival (i32.load (i32.add (local.get $owner) (i32.shl (local.get $j) (i32.const 2)))))
              (if (i32.ge_s (local.get $rival) (i32.const 0))
                (then
                  (br_if $worse
                    (f64.ge
                      (f64.promote_f32 (f32.load (i32.add (local.get $fit) (i32.shl (local.get $rival) (i32.const 2)))))
                      (local.get $value)))))
              (local.set $best (local.get $j))
              (local.set $bestFit (local.get $value)))
            (local.set $j (i32.add (local.get $j) (i32.const 1)))
            (br $eachNear)))
        (br_if $next (i32.lt_s (local.get $best) (i32.const 0)))
        (local.set $at (i32.add (local.get $owner) (i32.shl (local.get $best) (i32.const 2))))
        (local.set $rival (i32.load (local.get $at)))
        (if (i32.ge_s (local.get $rival) (i32.const 0))
          (then
            (i32.store (i32.add (local.get $partner) (i32.shl (local.get $rival) (i32.const 2))) (i32.const -1))
            (f32.store (i32.add (local.get $fit) (i32.shl (local.get $rival) (i32.const 2))) (f32.const 0))
            (local.set $count (i32.sub (local.get $count) (i32.const 1)))))
        (i32.store (local.get $at) (local.get $i))
        (i32.store (i32.add (local.get $partner) (i32.shl (local.get $i) (i32.const 2))) (local.get $best))
        (f32.store (i32.add (local.get $fit) (i32.shl (local.get $i) (i32.const 2))) (f32.demote_f64 (local.get $bestFit)))
        (local.set $count (i32.add (local.get $count) (i32.const 1))))
      (br_if $each (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $countA))))
    (local.get $count))

  ;; Grows a match outwards from the one pair that `partner` names. Gives how many pairs it has; `pairs` and `index` are then those.
  (func (export "grow")
    (param $a i32) (param $planeA i32) (param $countA i32) (param $b i32) (param $planeB i32) (param $countB i32)
    (param $partner i32) (param $fit i32) (param $owner i32) (param $index i32) (param $pairs i32)
    (param $predicted i32) (param $plane i32) (param $twice i32) (param $rounds i32) (param $settings i32) (result i32)
    (local $count i32) (local $found i32) (local $round i32)
    (local.set $count
      (call $refill
        (local.get $a) (local.get $planeA) (local.get $countA) (local.get $b) (local.get $planeB)
        (local.get $partner) (local.get $index) (local.get $pairs)))
    (block $done
      (loop $again
        (call $predict
          (local.get $pairs) (local.get $index) (local.get $count)
          (local.get $a) (i32.add (local.get $a) (local.get $planeA)) (local.get $countA) (i32.const 1)
          (local.get $predicted) (local.get $plane) (local.get $twice) (local.get $settings))
        (local.set $found
          (call $pairUp
            (i32.add (local.get $a) (i32.shl (local.get $planeA) (i32.const 1))) (local.get $countA)
            (local.get $b) (local.get $planeB) (local.get $countB) (local.get $predicted) (local.get $plane)
            (local.get $partner) (local.get $fit) (local.get $owner) (local.get $settings)))
        (drop
          (call $refill
            (local.get $a) (local.get $planeA) (local.get $countA) (local.get $b) (local.get $planeB)
            (local.get $partner) (local.get $index) (local.get $pairs)))
        (br_if $done
          (i32.and (i32.le_s (local.get $found) (local.get $count)) (i32.gt_s (local.get $round) (i32.const 0))))
        (local.set $count (local.get $found))
        (br_if $done (i32.lt_s (local.get $count) (i32.const 2)))
        (br_if $again
          (i32.lt_s (local.tee $round (i32.add (local.get $round) (i32.const 1))) (local.get $rounds)))))
    (local.get $found))

  ;; The nodes of 4 × 4 cells of a map that show any of the finger: their numbers, and where they lie. Gives how many there are.
  (func (export "nodes")
    (param $map i32) (param $columns i32) (param $rows i32) (param $left f64) (param $top f64) (param $index i32) (param $xs i32) (param $ys i32)
    (result i32)
    (local $row i32) (local $column i32) (local $at i32) (local $r i32) (local $all i32) (local $node i32) (local $count i32) (local $to i32)
    (if (i32.or (i32.eqz (local.get $columns)) (i32.eqz (local.get $rows))) (then (return (i32.const 0))))
    (loop $eachRow
      (local.set $column (i32.const 0))
      (loop $each
        (local.set $at
          (i32.add (local.get $map) (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column))))
        (local.set $all (i32.const -1))
        (local.set $r (local.get $row))
        (block $end
          (loop $eachBelow
            (br_if $end (i32.ge_u (local.get $r) (local.get $rows)))
            (local.set $all (i32.and (local.get $all) (i32.load (local.get $at))))
            (local.set $at (i32.add (local.get $at) (local.get $columns)))
            (local.set $r (i32.add (local.get $r) (i32.const 1)))
            (br_if $eachBelow (i32.and (local.get $r) (i32.const 3)))))
        ;; Cells beyond the last column are not of the map.
        (if (i32.lt_u (i32.sub (local.get $columns) (local.get $column)) (i32.const 4))
          (then
            (local.set $all
              (i32.or (local.get $all)
                (i32.shl (i32.const -1)
                  (i32.shl (i32.sub (local.get $columns) (local.get $column)) (i32.const 3)))))))
        (if (i32.ne (local.get $all) (i32.const -1))
          (then
            (local.set $to (i32.shl (local.get $count) (i32.const 2)))
            (i32.store (i32.add (local.get $index) (local.get $to)) (local.get $node))
            (f32.store (i32.add (local.get $xs) (local.get $to))
              (f32.demote_f64
                (f64.add (local.get $left)
                  (f64.convert_i32_u (i32.add (i32.shl (local.get $column) (i32.const 3)) (i32.const 16))))))
            (f32.store (i32.add (local.get $ys) (local.get $to))
              (f32.demote_f64
                (f64.add (local.get $top)
                  (f64.convert_i32_u (i32.add (i32.shl (local.get $row) (i32.const 3)) (i32.const 16))))))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (local.set $node (i32.add (local.get $node) (i32.const 1)))
        (br_if $each
          (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 4))) (local.get $columns))))
      (br_if $eachRow (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
    (local.get $count))

  ;; A turn in steps of which half a turn has 240, rounded, from 0 on. A polynomial tells it to 0.001 of a step: only near the half of one is the exact
  ;; turn asked for.
  (func $turnSteps (param $sin f64) (param $cos f64) (result i32)
    (local $least f64) (local $most f64) (local $t f64) (local $steps f64) (local $whole f64)
    (local.set $least (f64.min (f64.abs (local.get $sin)) (f64.abs (local.get $cos))))
    (local.set $most (f64.max (f64.abs (local.get $sin)) (f64.abs (local.get $cos))))
    (local.set $steps (f64.div (local.get $least) (local.get $most)))
    (local.set $t (f64.mul (local.get $steps) (local.get $steps)))
    (local.set $steps
      (f64.mul (f64.mul (local.get $steps) (f64.const 76.39437268410976))
        (f64.add (f64.const 0.9999772)
          (f64.mul (local.get $t)
            (f64.add (f64.const -0.3326228)
              (f64.mul (local.get $t)
                (f64.add (f64.const 0.1935403)
                  (f64.mul (local.get $t)
                    (f64.add (f64.const -0.1164263)
                      (f64.mul (local.get $t)
                        (f64.add (f64.const 0.0526472) (f64.mul (local.get $t) (f64.const -0.0117191)))))))))))))
    (if (f64.gt (f64.abs (local.get $sin)) (f64.abs (local.get $cos)))
      (then (local.set $steps (f64.sub (f64.const 120) (local.get $steps)))))
    (if (f64.lt (local.get $cos) (f64.const 0)) (then (local.set $steps (f64.sub (f64.const 240) (local.get $steps)))))
    (if (f64.lt (local.get $sin) (f64.const 0)) (then (local.set $steps (f64.neg (local.get $steps)))))
    (local.set $whole (f64.nearest (local.get $steps)))
    (if (i32.eqz (f64.lt (f64.abs (f64.sub (local.get $steps) (local.get $whole))) (f64.const 0.49)))
      (then
        (local.set $steps
          (f64.mul
            (f64.div (call $atan2 (local.get $sin) (local.get $cos)) (f64.const 0x1.921fb54442d18p+1)) (f64.const 240)))
        (local.set $whole (f64.ceil (local.get $steps)))
        (if (f64.gt (f64.sub (local.get $whole) (f64.const 0.5)) (local.get $steps))
          (then (local.set $whole (f64.sub (local.get $whole) (f64.const 1)))))))
    (i32.trunc_sat_f64_s
      (select
        (f64.add (local.get $whole) (f64.const 240)) (local.get $whole) (f64.lt (local.get $whole) (f64.const 0)))))

  ;; The motion at the nodes of a field: where the pairs put each of `points`, which are nodes of the numbers in `index`. `out`: planes of 32-bit numbers,
  ;; a number a node: x, y, cosine, sine, and the distance of the nearest pair, infinite where no point is. `turns`: 16 bits a node. `predicted` holds
  ;; five doubles a point while it works.
  (func (export "field")
    (param $pairs i32) (param $count i32) (param $xs i32) (param $ys i32) (param $index i32) (param $points i32)
    (param $predicted i32) (param $plane i32) (param $twice i32) (param $out i32) (param $nodes i32) (param $turns i32) (param $settings i32)
    (local $k i32) (local $at i32) (local $from i32) (local $below i32) (local $sin f64) (local $cos f64)
    (local.set $below (i32.shl (local.get $nodes) (i32.const 2)))
    (local.set $at (i32.add (local.get $out) (i32.shl (local.get $below) (i32.const 2))))
    (block $filled
      (loop $each
        (br_if $filled (i32.ge_u (local.get $k) (local.get $nodes)))
        (f32.store (i32.add (local.get $at) (i32.shl (local.get $k) (i32.const 2))) (f32.const inf))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $each)))
    (call $predict (local.get $pairs) (i32.const 0) (local.get $count) (local.get $xs) (local.get $ys) (local.get $points) (i32.const 0)
      (local.get $predicted) (local.get $plane) (local.get $twice) (local.get $settings))
    (local.set $k (i32.const 0))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $k) (local.get $points)))
        (local.set $from (i32.load (i32.add (local.get $index) (i32.shl (local.get $k) (i32.const 2)))))
        (local.set $turns (i32.add (local.get $turns) (i32.shl (local.get $from) (i32.const 1))))
        (local.set $at (i32.add (local.get $out) (i32.shl (local.get $from) (i32.const 2))))
        (local.set $from (i32.add (local.get $predicted) (i32.shl (local.get $k) (i32.const 3))))
        (f32.store (local.get $at) (f32.demote_f64 (f64.load (local.get $from))))
        (f32.store (local.tee $at (i32.add (local.get $at) (local.get $below)))
          (f32.demote_f64 (f64.load (local.tee $from (i32.add (local.get $from) (local.get $plane))))))
        (local.set $cos (f64.load (local.tee $from (i32.add (local.get $from) (local.get $plane)))))
        (local.set $sin (f64.load (local.tee $from (i32.add (local.get $from) (local.get $plane)))))
        (f32.store (local.tee $at (i32.add (local.get $at) (local.get $below))) (f32.demote_f64 (local.get $cos)))
        (f32.store (local.tee $at (i32.add (local.get $at) (local.get $below))) (f32.demote_f64 (local.get $sin)))
        (f32.store (i32.add (local.get $at) (local.get $below))
          (f32.demote_f64 (f64.load (i32.add (local.get $from) (local.get $plane)))))
        (i32.store16 (local.get $turns) (call $turnSteps (local.get $sin) (local.get $cos)))
        (local.set $turns
          (i32.sub (local.get $turns)
            (i32.shl (i32.load (i32.add (local.get $index) (i32.shl (local.get $k) (i32.const 2)))) (i32.const 1))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $each))))

  ;; What the minutiae of a view weigh together that lie where a map shows the finger, once the pairs have moved them.
  (func $shown
    (param $pairs i32) (param $count i32) (param $view i32) (param $plane i32) (param $all i32) (param $predicted i32) (param $room i32) (param $twice i32)
    (param $map i32) (param $columns i32) (param $rows i32) (param $left f64) (param $top f64) (param $settings i32) (result f64)
    (local $at i32) (local $end i32) (local $sum f64)
    (call $predict (local.get $pairs) (i32.const 0) (local.get $count)
      (local.get $view) (i32.add (local.get $view) (local.get $plane)) (local.get $all) (i32.const 0)
      (local.get $predicted) (local.get $room) (local.get $twice) (local.get $settings))
    (local.set $at (i32.add (local.get $view) (i32.mul (local.get $plane) (i32.const 5))))
    (local.set $end (i32.add (local.get $at) (local.get $plane)))
    (loop $each
      (if (i32.ne (i32.const 255)
            (call $orientationAt (local.get $map) (local.get $columns) (local.get $rows)
              (call $cell (f64.sub (f64.load (local.get $predicted)) (local.get $left)))
              (call $cell
                (f64.sub (f64.load (i32.add (local.get $predicted) (local.get $room))) (local.get $top)))))
        (then (local.set $sum (f64.add (local.get $sum) (f64.promote_f32 (f32.load (local.get $at)))))))
      (local.set $predicted (i32.add (local.get $predicted) (i32.const 8)))
      (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
    (local.get $sum))

  ;; How much the minutiae weigh that should be paired, those of each view that lie where the other shows the finger: the geometric mean of both. Of each
  ;; view its minutiae, and its map of directions. `pairs`: as `grow` leaves them; `back`, `index`, `backwards`, `predicted` and
  ;; `twice` hold numbers while it works.
  (func (export "shared")
    (param $a i32) (param $planeA i32) (param $countA i32) (param $mapA i32) (param $columnsA i32) (param $rowsA i32) (param $leftA f64) (param $topA f64)
    (param $b i32) (param $planeB i32) (param $countB i32) (param $mapB i32) (param $columnsB i32) (param $rowsB i32) (param $leftB f64) (param $topB f64)
    (param $partner i32) (param $pairs i32) (param $count i32)
    (param $back i32) (param $index i32) (param $backwards i32) (param $predicted i32) (param $room i32) (param $twice i32) (param $settings i32) (result f64)
    (local $i i32) (local $j i32) (local $sum f64)
    (memory.fill (local.get $back) (i32.const 255) (i32.shl (local.get $countB) (i32.const 2)))
    (loop $each
      (local.set $j (i32.load (i32.add (local.get $partner) (i32.shl (local.get $i) (i32.const 2)))))
      (if (i32.ge_s (local.get $j) (i32.const 0))
        (then (i32.store (i32.add (local.get $back) (i32.shl (local.get $j) (i32.const 2))) (local.get $i))))
      (br_if $each (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $countA))))
    (drop
      (call $refill (local.get $b) (local.get $planeB) (local.get $countB) (local.get $a) (local.get $planeA)
        (local.get $back) (local.get $index) (local.get $backwards)))
    (local.set $sum
      (call $shown (local.get $pairs) (local.get $count) (local.get $a) (local.get $planeA) (local.get $countA)
        (local.get $predicted) (local.get $room) (local.get $twice)
        (local.get $mapB) (local.get $columnsB) (local.get $rowsB) (local.get $leftB) (local.get $topB) (local.get $settings)))
    (f64.sqrt
      (f64.mul (local.get $sum)
        (call $shown (local.get $backwards) (local.get $count) (local.get $b) (local.get $planeB) (local.get $countB)
          (local.get $predicted) (local.get $room) (local.get $twice)
          (local.get $mapA) (local.get $columnsA) (local.get $rowsA) (local.get $leftA) (local.get $topA)
          (local.get $settings)))))

  ;; A whole number with 14 bits after the point; halves are rounded up.
  (func $fixed (param $value f64) (result i32)
    (local $whole f64)
    (local.set $value (f64.mul (local.get $value) (f64.const 16384)))
    (local.set $whole (f64.ceil (local.get $value)))
    (i32.wrap_i64
      (i64.trunc_sat_f64_s
        (select
          (f64.sub (local.get $whole) (f64.const 1)) (local.get $whole)
          (f64.gt (f64.sub (local.get $whole) (f64.const 0.5)) (local.get $value))))))

  ;; Eight rows of a block with its middle at (x, y), each `length` pixels long across the ridges, out of a map of bytes: 1 is a ridge, 0 a valley,
  ;; 2 nothing. At `rows` eight times 64 bits, two of them a pixel, the first pixel in the lowest; then a byte that is 2.
  (func $readRows
    (param $map i32) (param $width i32) (param $height i32) (param $x f64) (param $y f64) (param $acrossX f64) (param $acrossY f64)
    (param $length i32) (param $rows i32)
    (local $end i32) (local $inside i32) (local $stepX i32) (local $stepY i32) (local $back f64)
    (local $bit i32) (local $bits i64) (local $two i64) (local $more i64) (local $px v128) (local $py v128)
    (local $base v128) (local $below v128) (local $bottom v128) (local $nothing v128) (local $fourX v128) (local $fourY v128)
    (local $xs v128) (local $ys v128) (local $four v128) (local $start v128) (local $across v128) (local $along v128) (local $whole v128)
    (local $byX v128) (local $byY v128)
    (local.set $stepX (call $fixed (local.get $acrossX)))
    (local.set $stepY (call $fixed (local.get $acrossY)))
    ;; From where a row begins to its last four pixels.
    (local.set $four
      (i32x4.add (i32x4.splat (i32.sub (local.get $length) (i32.const 4))) (v128.const i32x4 0 1 2 3)))
    (local.set $byX (i32x4.mul (i32x4.splat (local.get $stepX)) (local.get $four)))
    (local.set $byY (i32x4.mul (i32x4.splat (local.get $stepY)) (local.get $four)))
    (local.set $back (f64.div (f64.convert_i32_s (i32.sub (local.get $length) (i32.const 1))) (f64.const 2)))
    ;; No pixel of the block is further from its middle than this: where all lie on the map, none need be asked.
    (local.set $inside
      (i32.and
        (i32.and
          (f64.ge (local.get $x) (f64.const 15)) (f64.ge (local.get $y) (f64.const 15)))
        (i32.and
          (f64.le (local.get $x) (f64.convert_i32_s (i32.sub (local.get $width) (i32.const 15))))
          (f64.le (local.get $y) (f64.convert_i32_s (i32.sub (local.get $height) (i32.const 15)))))))
    ;; x and y beside each other: where the row through the middle begins, and from there to the other rows.
    (local.set $start
      (f64x2.replace_lane 1
        (f64x2.splat (f64.sub (local.get $x) (f64.mul (local.get $back) (local.get $acrossX))))
        (f64.sub (local.get $y) (f64.mul (local.get $back) (local.get $acrossY)))))
    (local.set $across
      (f64x2.replace_lane 1 (f64x2.splat (local.get $acrossY)) (f64.neg (local.get $acrossX))))
    (local.set $along (v128.const f64x2 -7 -7))
    (local.set $end (i32.add (local.get $rows) (i32.const 64)))
    (i32.store8 (local.get $end) (i32.const 2))
    (local.set $nothing (i32x4.splat (local.get $end)))
    (local.set $base (i32x4.splat (local.get $map)))
    (local.set $below (i32x4.splat (local.get $width)))
    (local.set $bottom (i32x4.splat (local.get $height)))
    (local.set $fourX (i32x4.splat (i32.shl (local.get $stepX) (i32.const 2))))
    (local.set $fourY (i32x4.splat (i32.shl (local.get $stepY) (i32.const 2))))
    ;; Where each row begins, with 14 bits after the point; halves are rounded up. All of them first: no row has to wait for its own.
    (loop $eachStart
      (local.set $four
        (f64x2.mul (v128.const f64x2 16384 16384)
          (f64x2.sub (local.get $start) (f64x2.mul (local.get $along) (local.get $across)))))
      (local.set $whole (f64x2.ceil (local.get $four)))
      (v128.store64_lane 0 (local.get $rows)
        (i32x4.trunc_sat_f64x2_s_zero
          (f64x2.sub (local.get $whole)
            (v128.and (v128.const f64x2 1 1)
              (f64x2.gt (f64x2.sub (local.get $whole) (v128.const f64x2 0.5 0.5)) (local.get $four))))))
      (local.set $along (f64x2.add (local.get $along) (v128.const f64x2 2 2)))
      (br_if $eachStart
        (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 8))) (local.get $end))))
    (local.set $rows (i32.sub (local.get $rows) (i32.const 64)))
    (loop $eachRow
      (local.set $xs (i32x4.add (v128.load32_splat (local.get $rows)) (local.get $byX)))
      (local.set $ys (i32x4.add (v128.load32_splat offset=4 (local.get $rows)) (local.get $byY)))
      (local.set $bits (i64.const 0))
      (local.set $bit (local.get $length))
      (if (local.get $inside)
        (then
          ;; Four pixels at a time, the last four first.
          (loop $each
            (local.set $four
              (i32x4.add
                (i32x4.add (local.get $base)
                  (i32x4.mul (i32x4.shr_s (local.get $ys) (i32.const 14)) (local.get $below)))
                (i32x4.shr_s (local.get $xs) (i32.const 14))))
            (local.set $two (i64x2.extract_lane 0 (local.get $four)))
            (local.set $more (i64x2.extract_lane 1 (local.get $four)))
            (local.set $bits
              (i64.or
                (i64.or
                  (i64.or
                    (i64.shl (local.get $bits) (i64.const 8))
                    (i64.load8_u (i32.wrap_i64 (local.get $two))))
                  (i64.shl
                    (i64.load8_u (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32)))) (i64.const 2)))
                (i64.or
                  (i64.shl (i64.load8_u (i32.wrap_i64 (local.get $more))) (i64.const 4))
                  (i64.shl
                    (i64.load8_u (i32.wrap_i64 (i64.shr_u (local.get $more) (i64.const 32)))) (i64.const 6)))))
            (local.set $xs (i32x4.sub (local.get $xs) (local.get $fourX)))
            (local.set $ys (i32x4.sub (local.get $ys) (local.get $fourY)))
            (br_if $each (local.tee $bit (i32.sub (local.get $bit) (i32.const 4))))))
        (else
          ;; The same where some may lie off the map: those are read from the byte that says so.
          (loop $each
            (local.set $px (i32x4.shr_s (local.get $xs) (i32.const 14)))
            (local.set $py (i32x4.shr_s (local.get $ys) (i32.const 14)))
            (local.set $four
              (v128.bitselect
                (i32x4.add (local.get $px) (i32x4.add (local.get $base) (i32x4.mul (local.get $py) (local.get $below))))
                (local.get $nothing)
                (v128.and
                  (i32x4.lt_u (local.get $px) (local.get $below)) (i32x4.lt_u (local.get $py) (local.get $bottom)))))
            (local.set $two (i64x2.extract_lane 0 (local.get $four)))
            (local.set $more (i64x2.extract_lane 1 (local.get $four)))
            (local.set $bits
              (i64.or
                (i64.or
                  (i64.or
                    (i64.shl (local.get $bits) (i64.const 8))
                    (i64.load8_u (i32.wrap_i64 (local.get $two))))
                  (i64.shl
                    (i64.load8_u (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32)))) (i64.const 2)))
                (i64.or
                  (i64.shl (i64.load8_u (i32.wrap_i64 (local.get $more))) (i64.const 4))
                  (i64.shl
                    (i64.load8_u (i32.wrap_i64 (i64.shr_u (local.get $more) (i64.const 32)))) (i64.const 6)))))
            (local.set $xs (i32x4.sub (local.get $xs) (local.get $fourX)))
            (local.set $ys (i32x4.sub (local.get $ys) (local.get $fourY)))
            (br_if $each (local.tee $bit (i32.sub (local.get $bit) (i32.const 4)))))))
      (i64.store (local.get $rows) (local.get $bits))
      (br_if $eachRow
        (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 8))) (local.get $end)))))

  ;; Four rows as they begin so many bits from the lowest, sixteen pixels each.
  (func $from (param $rows i32) (param $bit i32) (result v128)
    (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27
      (i64x2.shr_u (v128.load (local.get $rows)) (local.get $bit))
      (i64x2.shr_u (v128.load offset=16 (local.get $rows)) (local.get $bit))))

  ;; Every second bit of four rows, from the lowest on, beside each other.
  (func $closed (param $v v128) (result v128)
    (local.set $v (v128.and (local.get $v) (v128.const i32x4 0x55555555 0x55555555 0x55555555 0x55555555)))
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shr_u (local.get $v) (i32.const 1)))
        (v128.const i32x4 0x33333333 0x33333333 0x33333333 0x33333333)))
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shr_u (local.get $v) (i32.const 2)))
        (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shr_u (local.get $v) (i32.const 4)))
        (v128.const i32x4 0x00ff00ff 0x00ff00ff 0x00ff00ff 0x00ff00ff)))
    (v128.and (v128.or (local.get $v) (i32x4.shr_u (local.get $v) (i32.const 8)))
      (v128.const i32x4 0xffff 0xffff 0xffff 0xffff)))

  ;; The other way: sixteen bits of each row, with a 0 before each.
  (func $opened (param $v v128) (result v128)
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shl (local.get $v) (i32.const 8)))
        (v128.const i32x4 0x00ff00ff 0x00ff00ff 0x00ff00ff 0x00ff00ff)))
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shl (local.get $v) (i32.const 4)))
        (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
    (local.set $v
      (v128.and (v128.or (local.get $v) (i32x4.shl (local.get $v) (i32.const 2)))
        (v128.const i32x4 0x33333333 0x33333333 0x33333333 0x33333333)))
    (v128.and (v128.or (local.get $v) (i32x4.shl (local.get $v) (i32.const 1)))
      (v128.const i32x4 0x55555555 0x55555555 0x55555555 0x55555555)))

  ;; How many pixels of a block lie on both fingers, and of those on how many both are ridge or both valley: the first two numbers. Of the block: ridges
  ;; and finger of four rows and of the other four; of B the rows from this bit on.
  (func $tally
    (param $ridge v128) (param $finger v128) (param $ridgeBelow v128) (param $fingerBelow v128) (param $rows i32) (param $bit i32)
    (result v128)
    (local $v v128) (local $both v128) (local $seen v128) (local $equal v128)
    (local.set $v (call $from (local.get $rows) (local.get $bit)))
    (local.set $both (v128.andnot (local.get $finger) (i32x4.shr_u (local.get $v) (i32.const 1))))
    (local.set $seen (i8x16.popcnt (local.get $both)))
    (local.set $equal
      (i8x16.popcnt (v128.andnot (local.get $both) (v128.xor (local.get $ridge) (local.get $v)))))
    (local.set $v (call $from (i32.add (local.get $rows) (i32.const 32)) (local.get $bit)))
    (local.set $both (v128.andnot (local.get $fingerBelow) (i32x4.shr_u (local.get $v) (i32.const 1))))
    (local.set $seen
      (i32x4.extadd_pairwise_i16x8_u
        (i16x8.extadd_pairwise_i8x16_u (i8x16.add (local.get $seen) (i8x16.popcnt (local.get $both))))))
    (local.set $equal
      (i32x4.extadd_pairwise_i16x8_u
        (i16x8.extadd_pairwise_i8x16_u
          (i8x16.add (local.get $equal)
            (i8x16.popcnt (v128.andnot (local.get $both) (v128.xor (local.get $ridgeBelow) (local.get $v))))))))
    (local.set $v
      (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $seen) (local.get $equal))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $seen) (local.get $equal))))
    (i32x4.add (local.get $v)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))

  ;; The cell in the middle of a node of four, of so many cells.
  (func $middle (param $node i32) (param $cells i32) (result i32)
    (local.set $node (i32.add (i32.shl (local.get $node) (i32.const 2)) (i32.const 2)))
    (select
      (local.get $node) (i32.sub (local.get $cells) (i32.const 1)) (i32.lt_u (local.get $node) (local.get $cells))))

  ;; The blocks of a view, one for each node of 4 × 4 cells: which are known, across their ridges (two planes), and eight rows of sixteen pixels of
  ;; these, ridges and where the finger is. `orientation`: a byte a cell, 255 off the finger; `table`: 256 32-bit numbers of x for each, then of y.
  (func (export "blocks")
    (param $map i32) (param $width i32) (param $height i32) (param $orientation i32) (param $table i32) (param $known i32) (param $across i32)
    (param $columns i32) (param $nodes i32) (param $ridges i32) (param $finger i32) (param $rows i32)
    (local $node i32) (local $at i32) (local $four v128) (local $below v128) (local $cells i32) (local $here i32)
    (if (i32.eqz (local.get $nodes)) (then (return)))
    (local.set $cells (i32.shr_u (local.get $width) (i32.const 2)))
    (loop $each
      (local.set $here
        (i32.load8_u
          (i32.add (local.get $orientation)
            (i32.add
              (i32.mul (local.get $cells)
                (call $middle
                  (i32.div_u (local.get $node) (local.get $columns)) (i32.shr_u (local.get $height) (i32.const 2))))
              (call $middle (i32.rem_u (local.get $node) (local.get $columns)) (local.get $cells))))))
      (if (i32.ne (local.get $here) (i32.const 255))
        (then
          (i32.store8 (i32.add (local.get $known) (local.get $node)) (i32.const 1))
          (local.set $here (i32.add (local.get $table) (i32.shl (local.get $here) (i32.const 2))))
          (local.set $at (i32.add (local.get $across) (i32.shl (local.get $node) (i32.const 2))))
          (f32.store (local.get $at) (f32.load (local.get $here)))
          (f32.store
            (i32.add (local.get $at) (i32.shl (local.get $nodes) (i32.const 2))) (f32.load offset=1024 (local.get $here)))
          (call $readRows (local.get $map) (local.get $width) (local.get $height)
            (f64.mul (f64.const 16)
              (f64.add (f64.convert_i32_u (i32.rem_u (local.get $node) (local.get $columns))) (f64.const 0.5)))
            (f64.mul (f64.const 16)
              (f64.add (f64.convert_i32_u (i32.div_u (local.get $node) (local.get $columns))) (f64.const 0.5)))
            (f64.promote_f32 (f32.load (local.get $at)))
            (f64.promote_f32 (f32.load (i32.add (local.get $at) (i32.shl (local.get $nodes) (i32.const 2)))))
            (i32.const 16) (local.get $rows))
          (local.set $at (i32.shl (local.get $node) (i32.const 4)))
          (local.set $four (call $from (local.get $rows) (i32.const 0)))
          (local.set $below (call $from (i32.add (local.get $rows) (i32.const 32)) (i32.const 0)))
          (v128.store (i32.add (local.get $ridges) (local.get $at))
            (i16x8.narrow_i32x4_u (call $closed (local.get $four)) (call $closed (local.get $below))))
          (v128.store (i32.add (local.get $finger) (local.get $at))
            (v128.not
              (i16x8.narrow_i32x4_u
                (call $closed (i32x4.shr_u (local.get $four) (i32.const 1)))
                (call $closed (i32x4.shr_u (local.get $below) (i32.const 1))))))))
      (br_if $each (i32.lt_s (local.tee $node (i32.add (local.get $node) (i32.const 1))) (local.get $nodes)))))

  ;; Each block of A against B at nine shifts across its ridges. `field`: planes of 32-bit numbers, a number a node: x, y, cosine, sine, distance.
  ;; `out`: planes too: the part that both cover, across in B by x and y; then nine correlations a node. Nothing is written of the other nodes.
  (func (export "correlate")
    (param $known i32) (param $across i32) (param $ridges i32) (param $finger i32) (param $field i32) (param $nodes i32)
    (param $map i32) (param $width i32) (param $height i32) (param $left f64) (param $top f64)
    (param $out i32) (param $rows i32) (param $least f64)
    (local $node i32) (local $plane i32) (local $at i32) (local $shift i32) (local $v v128)
    (local $ridge v128) (local $shown v128) (local $ridgeBelow v128) (local $shownBelow v128)
    (local $cos f64) (local $sin f64) (local $x f64) (local $y f64) (local $acrossX f64) (local $acrossY f64) (local $seen f64)
    (if (i32.eqz (local.get $nodes)) (then (return)))
    (local.set $plane (i32.shl (local.get $nodes) (i32.const 2)))
    (loop $each
      (block $untold
        (br_if $untold (i32.eqz (i32.load8_u (i32.add (local.get $known) (local.get $node)))))
        (local.set $at (i32.add (local.get $field) (i32.shl (local.get $node) (i32.const 2))))
        (br_if $untold
          (f32.eq (f32.const inf) (f32.load (i32.add (local.get $at) (i32.shl (local.get $plane) (i32.const 2))))))
        (local.set $x (f64.div (f64.sub (f64.promote_f32 (f32.load (local.get $at))) (local.get $left)) (f64.const 2)))
        (local.set $at (i32.add (local.get $at) (local.get $plane)))
        (local.set $y (f64.div (f64.sub (f64.promote_f32 (f32.load (local.get $at))) (local.get $top)) (f64.const 2)))
        (local.set $at (i32.add (local.get $at) (local.get $plane)))
        (local.set $cos (f64.promote_f32 (f32.load (local.get $at))))
        (local.set $sin (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))))
        (local.set $at (i32.add (local.get $across) (i32.shl (local.get $node) (i32.const 2))))
        (local.set $acrossX
          (f64.sub
            (f64.mul (f64.promote_f32 (f32.load (local.get $at))) (local.get $cos))
            (f64.mul (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))) (local.get $sin))))
        (local.set $acrossY
          (f64.add
            (f64.mul (f64.promote_f32 (f32.load (local.get $at))) (local.get $sin))
            (f64.mul (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))) (local.get $cos))))
        ;; No pixel of a block is further from its middle: this one lies off the map.
        (br_if $untold
          (i32.or
            (i32.or (f64.lt (local.get $x) (f64.const -15)) (f64.lt (local.get $y) (f64.const -15)))
            (i32.or
              (f64.gt (local.get $x) (f64.convert_i32_s (i32.add (local.get $width) (i32.const 15))))
              (f64.gt (local.get $y) (f64.convert_i32_s (i32.add (local.get $height) (i32.const 15)))))))
        (call $readRows (local.get $map) (local.get $width) (local.get $height)
          (local.get $x) (local.get $y) (local.get $acrossX) (local.get $acrossY) (i32.const 24) (local.get $rows))
        (local.set $at (i32.shl (local.get $node) (i32.const 4)))
        (local.set $v (v128.load (i32.add (local.get $ridges) (local.get $at))))
        (local.set $ridge (call $opened (i32x4.extend_low_i16x8_u (local.get $v))))
        (local.set $ridgeBelow (call $opened (i32x4.extend_high_i16x8_u (local.get $v))))
        (local.set $v (v128.load (i32.add (local.get $finger) (local.get $at))))
        (local.set $shown (call $opened (i32x4.extend_low_i16x8_u (local.get $v))))
        (local.set $shownBelow (call $opened (i32x4.extend_high_i16x8_u (local.get $v))))
        (local.set $seen
          (f64.convert_i32_u
            (i32x4.extract_lane 0
              (call $tally (local.get $ridge) (local.get $shown) (local.get $ridgeBelow) (local.get $shownBelow)
                (local.get $rows) (i32.const 8)))))
        (br_if $untold (f64.lt (local.get $seen) (local.get $least)))
        (local.set $at (i32.add (local.get $out) (i32.shl (local.get $node) (i32.const 2))))
        (f32.store (local.get $at) (f32.demote_f64 (f64.div (local.get $seen) (f64.const 128))))
        (f32.store (local.tee $at (i32.add (local.get $at) (local.get $plane))) (f32.demote_f64 (local.get $acrossX)))
        (f32.store (i32.add (local.get $at) (local.get $plane)) (f32.demote_f64 (local.get $acrossY)))
        (local.set $at
          (i32.add
            (i32.add (local.get $out) (i32.mul (local.get $plane) (i32.const 3)))
            (i32.mul (local.get $node) (i32.const 36))))
        (local.set $shift (i32.const 0))
        (loop $eachShift
          (local.set $v
            (call $tally (local.get $ridge) (local.get $shown) (local.get $ridgeBelow) (local.get $shownBelow)
              (local.get $rows) (local.get $shift)))
          ;; Of the pixels that both show: few count as a quarter of the block.
          (f32.store (local.get $at)
            (f32.demote_f64
              (f64.sub
                (f64.div
                  (f64.mul (f64.const 2) (f64.convert_i32_u (i32x4.extract_lane 1 (local.get $v))))
                  (f64.max (f64.const 32) (f64.convert_i32_u (i32x4.extract_lane 0 (local.get $v)))))
                (f64.const 1))))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $eachShift (i32.lt_s (local.tee $shift (i32.add (local.get $shift) (i32.const 2))) (i32.const 18)))))
      (br_if $each (i32.lt_s (local.tee $node (i32.add (local.get $node) (i32.const 1))) (local.get $nodes)))))

  ;; Where a double lies on a grid of eight pixels a cell.
  (func $cell (param $value f64) (result i32)
    (i32.trunc_sat_f64_s (f64.floor (f64.mul (local.get $value) (f64.const 0.125)))))

  ;; The orientations at points around each minutia, two at a time, against its own direction; a byte each, 32 a minutia. `points`: 32 doubles of x, then
  ;; of y. `known`: how many of each minutia lie on the finger. `out` holds 255 everywhere before.
  (func (export "rings")
    (param $view i32) (param $count i32) (param $map i32) (param $columns i32) (param $rows i32) (param $left f64) (param $top f64)
    (param $points i32) (param $of i32) (param $out i32) (param $known i32)
    (local $i i32) (local $k i32) (local $at i32) (local $plane i32) (local $seen i32) (local $here i32)
    (local $own f64) (local $turn i32) (local $cos v128) (local $sin v128) (local $x v128) (local $y v128) (local $px v128) (local $py v128)
    (local $column v128) (local $row v128) (local $from v128) (local $shows i32)
    (local $base v128) (local $below v128) (local $bottom v128) (local $none v128) (local $lefts v128) (local $tops v128)
    (local.set $plane (i32.shl (local.get $count) (i32.const 2)))
    (local.set $base (i32x4.splat (local.get $map)))
    (local.set $below (i32x4.splat (local.get $columns)))
    (local.set $bottom (i32x4.splat (local.get $rows)))
    (local.set $none (i32x4.splat (i32.add (local.get $out) (i32.const 31))))
    (local.set $lefts (f64x2.splat (local.get $left)))
    (local.set $tops (f64x2.splat (local.get $top)))
    (block $done
      (loop $eachMinutia
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $at (i32.add (local.get $view) (i32.shl (local.get $i) (i32.const 2))))
        (local.set $x (f64x2.splat (f64.promote_f32 (f32.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (local.get $plane)))
        (local.set $y (f64x2.splat (f64.promote_f32 (f32.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (local.get $plane)))
        (local.set $own
          (f64.mul (f64.div (f64.promote_f32 (f32.load (local.get $at))) (f64.const 0x1.921fb54442d18p+1)) (f64.const 240)))
        ;; Two half turns more and rounded: the difference with any orientation is then above 0.
        (local.set $turn
          (i32.trunc_sat_f64_s
            (f64.add
              (f64.sub (f64.const 480)
                (f64.sub (local.get $own)
                  (f64.mul (f64.const 480) (f64.floor (f64.div (local.get $own) (f64.const 480))))))
              (f64.const 0.5))))
        (local.set $at (i32.add (local.get $at) (local.get $plane)))
        (local.set $cos (f64x2.splat (f64.promote_f32 (f32.load (local.get $at)))))
        (local.set $sin (f64x2.splat (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane))))))
        (local.set $seen (i32.const 0))
        (local.set $k (i32.const 0))
        (local.set $at (local.get $points))
        (loop $each
          (local.set $px (v128.load (local.get $at)))
          (local.set $py (v128.load offset=256 (local.get $at)))
          (local.set $column
            (i32x4.trunc_sat_f64x2_s_zero
              (f64x2.floor
                (f64x2.mul (v128.const f64x2 0.125 0.125)
                  (f64x2.sub
                    (f64x2.sub
                      (f64x2.add (local.get $x) (f64x2.mul (local.get $cos) (local.get $px)))
                      (f64x2.mul (local.get $sin) (local.get $py)))
                    (local.get $lefts))))))
          (local.set $row
            (i32x4.trunc_sat_f64x2_s_zero
              (f64x2.floor
                (f64x2.mul (v128.const f64x2 0.125 0.125)
                  (f64x2.sub
                    (f64x2.add
                      (f64x2.add (local.get $y) (f64x2.mul (local.get $sin) (local.get $px)))
                      (f64x2.mul (local.get $cos) (local.get $py)))
                    (local.get $tops))))))
          ;; What lies off the map is read from room that is not used, which says so.
          (local.set $from
            (v128.bitselect
              (i32x4.add (local.get $base) (i32x4.add (i32x4.mul (local.get $row) (local.get $below)) (local.get $column)))
              (local.get $none)
              (v128.and
                (i32x4.lt_u (local.get $column) (local.get $below)) (i32x4.lt_u (local.get $row) (local.get $bottom)))))
          (local.set $here (i32.load8_u (i32x4.extract_lane 0 (local.get $from))))
          (local.set $shows (i32.ne (local.get $here) (i32.const 255)))
          (local.set $seen (i32.add (local.get $seen) (local.get $shows)))
          (i32.store8 (local.get $out)
            (select
              (i32.rem_u (i32.add (local.get $here) (local.get $turn)) (i32.const 240)) (i32.const 255) (local.get $shows)))
          (local.set $here (i32.load8_u (i32x4.extract_lane 1 (local.get $from))))
          (local.set $shows (i32.ne (local.get $here) (i32.const 255)))
          (local.set $seen (i32.add (local.get $seen) (local.get $shows)))
          (i32.store8 offset=1 (local.get $out)
            (select
              (i32.rem_u (i32.add (local.get $here) (local.get $turn)) (i32.const 240)) (i32.const 255) (local.get $shows)))
          (local.set $out (i32.add (local.get $out) (i32.const 2)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 2))) (local.get $of))))
        (i32.store8 (i32.add (local.get $known) (local.get $i)) (local.get $seen))
        (local.set $out (i32.add (local.get $out) (i32.sub (i32.const 32) (local.get $of))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $eachMinutia))))

  (func $orientationAt
    (param $map i32) (param $columns i32) (param $rows i32) (param $column i32) (param $row i32) (result i32)
    (if (result i32)
      (i32.and
        (i32.lt_u (local.get $column) (local.get $columns)) (i32.lt_u (local.get $row) (local.get $rows)))
      (then
        (i32.load8_u
          (i32.add (local.get $map) (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)))))
      (else (i32.const 255))))

  ;; An angle between −π and π, two at a time.
  (func $wrapTwo (param $angle v128) (result v128)
    (local $turns v128) (local $whole v128)
    (if (i64x2.all_true (f64x2.lt (f64x2.abs (local.get $angle)) (v128.const f64x2 9.42 9.42)))
      (then
        (return
          (f64x2.sub
            (f64x2.sub (local.get $angle)
              (v128.and
                (v128.const f64x2 0x1.921fb54442d18p+2 0x1.921fb54442d18p+2)
                (f64x2.ge (local.get $angle) (v128.const f64x2 0x1.921fb54442d18p+1 0x1.921fb54442d18p+1))))
            (v128.and
              (v128.const f64x2 -0x1.921fb54442d18p+2 -0x1.921fb54442d18p+2)
              (f64x2.lt (local.get $angle) (v128.const f64x2 -0x1.921fb54442d18p+1 -0x1.921fb54442d18p+1)))))))
    (local.set $turns (f64x2.div (local.get $angle) (v128.const f64x2 0x1.921fb54442d18p+2 0x1.921fb54442d18p+2)))
    (local.set $whole (f64x2.ceil (local.get $turns)))
    (local.set $whole
      (f64x2.sub (local.get $whole)
        (v128.and (v128.const f64x2 1 1)
          (f64x2.gt (f64x2.sub (local.get $whole) (v128.const f64x2 0.5 0.5)) (local.get $turns)))))
    (f64x2.sub (local.get $angle)
      (f64x2.mul (v128.const f64x2 0x1.921fb54442d18p+2 0x1.921fb54442d18p+2) (local.get $whole))))

  ;; How much pair q speaks for two pairs p, each in its own frame: 0 to 1. Pairs are eleven planes of 512 bytes of doubles: the numbers of the minutiae
  ;; in A and in B, place, cosine and sine in A, the same in B, and the turn. `settings`: slack, stretch, angle.
  (func $speaks (param $p i32) (param $q i32) (param $settings i32) (result v128)
    (local $turn v128) (local $alive v128) (local $ax v128) (local $ay v128) (local $bx v128) (local $by v128)
    (local $ahead v128) (local $aside v128) (local $reach v128) (local $off v128)
    (local.set $turn
      (f64x2.div
        (call $wrapTwo
          (f64x2.sub (v128.load offset=5120 (local.get $p)) (v128.load64_splat offset=5120 (local.get $q))))
        (v128.load64_splat offset=16 (local.get $settings))))
    (local.set $turn (f64x2.mul (local.get $turn) (local.get $turn)))
    (local.set $alive
      (v128.and
        (f64x2.lt (local.get $turn) (v128.const f64x2 1 1))
        (v128.and
          (f64x2.ne (v128.load (local.get $p)) (v128.load64_splat (local.get $q)))
          (f64x2.ne (v128.load offset=512 (local.get $p)) (v128.load64_splat offset=512 (local.get $q))))))
    (if (i32.eqz (v128.any_true (local.get $alive))) (then (return (local.get $alive))))
    (local.set $ax (f64x2.sub (v128.load64_splat offset=1024 (local.get $q)) (v128.load offset=1024 (local.get $p))))
    (local.set $ay (f64x2.sub (v128.load64_splat offset=1536 (local.get $q)) (v128.load offset=1536 (local.get $p))))
    (local.set $bx (f64x2.sub (v128.load64_splat offset=3072 (local.get $q)) (v128.load offset=3072 (local.get $p))))
    (local.set $by (f64x2.sub (v128.load64_splat offset=3584 (local.get $q)) (v128.load offset=3584 (local.get $p))))
    (local.set $ahead
      (f64x2.add
        (f64x2.mul (local.get $ax) (v128.load offset=2048 (local.get $p)))
        (f64x2.mul (local.get $ay) (v128.load offset=2560 (local.get $p)))))
    (local.set $aside
      (f64x2.sub
        (f64x2.mul (local.get $ay) (v128.load offset=2048 (local.get $p)))
        (f64x2.mul (local.get $ax) (v128.load offset=2560 (local.get $p)))))
    (local.set $reach
      (f64x2.add (v128.load64_splat (local.get $settings))
        (f64x2.mul (v128.load64_splat offset=8 (local.get $settings))
          (f64x2.sqrt
            (f64x2.add
              (f64x2.mul (local.get $ahead) (local.get $ahead))
              (f64x2.mul (local.get $aside) (local.get $aside)))))))
    (local.set $ahead
      (f64x2.sub (local.get $ahead)
        (f64x2.add
          (f64x2.mul (local.get $bx) (v128.load offset=4096 (local.get $p)))
          (f64x2.mul (local.get $by) (v128.load offset=4608 (local.get $p))))))
    (local.set $aside
      (f64x2.sub (local.get $aside)
        (f64x2.sub
          (f64x2.mul (local.get $by) (v128.load offset=4096 (local.get $p)))
          (f64x2.mul (local.get $bx) (v128.load offset=4608 (local.get $p))))))
    (local.set $off
      (f64x2.div
        (f64x2.add
          (f64x2.mul (local.get $ahead) (local.get $ahead))
          (f64x2.mul (local.get $aside) (local.get $aside)))
        (f64x2.mul (local.get $reach) (local.get $reach))))
    (v128.and
      (v128.and (local.get $alive) (f64x2.lt (local.get $off) (v128.const f64x2 1 1)))
      (f64x2.mul
        (f64x2.sub (v128.const f64x2 1 1) (local.get $off))
        (f64x2.sub (v128.const f64x2 1 1) (local.get $turn)))))

  ;; Of each pair the turn in 65,536ths, the minutia of A and that of B, as planes of 128 bytes of 16 bits: what tells beforehand which pairs do not agree.
  (func $roughPairs (param $pairs i32) (param $count i32) (param $out i32)
    (loop $each
      (i32.store16 (local.get $out)
        (i32.trunc_sat_f64_s
          (f64.nearest
            (f64.mul (call $wrap (f64.load offset=5120 (local.get $pairs))) (f64.const 10430.378350470453)))))
      (i32.store16 offset=128 (local.get $out) (i32.trunc_sat_f64_s (f64.load (local.get $pairs))))
      (i32.store16 offset=256 (local.get $out) (i32.trunc_sat_f64_s (f64.load offset=512 (local.get $pairs))))
      (local.set $pairs (i32.add (local.get $pairs) (i32.const 8)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; What pair q says of all: a row of 32-bit numbers, which are 0 before.
  (func $speakForAll (param $pairs i32) (param $count i32) (param $q i32) (param $rough i32) (param $settings i32) (param $row i32)
    (local $turn v128) (local $near v128) (local $a v128) (local $b v128) (local $p i32) (local $some i32) (local $one i32)
    (local.set $near (call $roughTurn (f64.load offset=16 (local.get $settings))))
    (local.set $one (i32.add (local.get $rough) (i32.shl (local.get $q) (i32.const 1))))
    (local.set $turn (v128.load16_splat (local.get $one)))
    (local.set $a (v128.load16_splat offset=128 (local.get $one)))
    (local.set $b (v128.load16_splat offset=256 (local.get $one)))
    (local.set $q (i32.add (local.get $pairs) (i32.shl (local.get $q) (i32.const 3))))
    (loop $eachEight
      (local.set $some
        (i16x8.bitmask
          (v128.and
            (i16x8.le_u (i16x8.abs (i16x8.sub (v128.load (local.get $rough)) (local.get $turn))) (local.get $near))
            (v128.and
              (i16x8.ne (v128.load offset=128 (local.get $rough)) (local.get $a))
              (i16x8.ne (v128.load offset=256 (local.get $rough)) (local.get $b))))))
      (local.set $one (local.get $p))
      (block $silent
        (loop $each
          (br_if $silent (i32.eqz (local.get $some)))
          (if (i32.and (local.get $some) (i32.const 3))
            (then
              (v128.store64_lane 0 (i32.add (local.get $row) (i32.shl (local.get $one) (i32.const 2)))
                (f32x4.demote_f64x2_zero
                  (call $speaks
                    (i32.add (local.get $pairs) (i32.shl (local.get $one) (i32.const 3))) (local.get $q) (local.get $settings))))))
          (local.set $one (i32.add (local.get $one) (i32.const 2)))
          (br_if $silent (i32.ge_u (local.get $one) (local.get $count)))
          (local.set $some (i32.shr_u (local.get $some) (i32.const 2)))
          (br $each)))
      (local.set $rough (i32.add (local.get $rough) (i32.const 16)))
      (br_if $eachEight (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8))) (local.get $count)))))

  ;; Pairs as `speaks` takes them, of minutiae of two views.
  (func $describe
    (param $a i32) (param $planeA i32) (param $b i32) (param $planeB i32) (param $pairsA i32) (param $pairsB i32)
    (param $pairs i32) (param $count i32)
    (local $i i32) (local $j i32) (local $angle f64)
    (loop $each
      (local.set $i (i32.load (local.get $pairsA)))
      (local.set $j (i32.load (local.get $pairsB)))
      (f64.store (local.get $pairs) (f64.convert_i32_s (local.get $i)))
      (f64.store offset=512 (local.get $pairs) (f64.convert_i32_s (local.get $j)))
      (local.set $i (i32.add (local.get $a) (i32.shl (local.get $i) (i32.const 2))))
      (local.set $j (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 2))))
      (f64.store offset=1024 (local.get $pairs) (f64.promote_f32 (f32.load (local.get $i))))
      (f64.store offset=3072 (local.get $pairs) (f64.promote_f32 (f32.load (local.get $j))))
      (f64.store offset=1536 (local.get $pairs)
        (f64.promote_f32 (f32.load (local.tee $i (i32.add (local.get $i) (local.get $planeA))))))
      (f64.store offset=3584 (local.get $pairs)
        (f64.promote_f32 (f32.load (local.tee $j (i32.add (local.get $j) (local.get $planeB))))))
      (local.set $angle (f64.promote_f32 (f32.load (local.tee $i (i32.add (local.get $i) (local.get $planeA))))))
      (f64.store offset=5120 (local.get $pairs)
        (f64.sub (f64.promote_f32 (f32.load (local.tee $j (i32.add (local.get $j) (local.get $planeB))))) (local.get $angle)))
      (f64.store offset=2048 (local.get $pairs)
        (f64.promote_f32 (f32.load (local.tee $i (i32.add (local.get $i) (local.get $planeA))))))
      (f64.store offset=4096 (local.get $pairs)
        (f64.promote_f32 (f32.load (local.tee $j (i32.add (local.get $j) (local.get $planeB))))))
      (f64.store offset=2560 (local.get $pairs) (f64.promote_f32 (f32.load (i32.add (local.get $i) (local.get $planeA)))))
      (f64.store offset=4608 (local.get $pairs) (f64.promote_f32 (f32.load (i32.add (local.get $j) (local.get $planeB)))))
      (local.set $pairs (i32.add (local.get $pairs) (i32.const 8)))
      (local.set $pairsA (i32.add (local.get $pairsA) (i32.const 4)))
      (local.set $pairsB (i32.add (local.get $pairsB) (i32.const 4)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; Rounds in which pairs of minutiae of two views support each other. `strength`: a 32-bit number a pair, before and after. `pairs` holds 6,016 bytes,
  ;; `support` and `before` numbers while it works.
  ;; `settings`: as above, then the part that a pair keeps, the part that it is given, and among how many.
  (func (export "relax")
    (param $a i32) (param $planeA i32) (param $b i32) (param $planeB i32) (param $pairsA i32) (param $pairsB i32)
    (param $pairs i32) (param $count i32) (param $strength i32) (param $rounds i32) (param $settings i32)
    (param $support i32) (param $before i32)
    (local $p i32) (local $q i32) (local $at i32) (local $below i32) (local $sum v128)
    (call $describe
      (local.get $a) (local.get $planeA) (local.get $b) (local.get $planeB) (local.get $pairsA) (local.get $pairsB)
      (local.get $pairs) (local.get $count))
    ;; For each q a row of the pairs that it speaks for, two more than there may be.
    (local.set $below (i32.shl (i32.add (local.get $count) (i32.const 2)) (i32.const 2)))
    (memory.fill (local.get $support) (i32.const 0) (i32.mul (local.get $below) (local.get $count)))
    (local.set $at (i32.add (local.get $pairs) (i32.const 5632)))
    (call $roughPairs (local.get $pairs) (local.get $count) (local.get $at))
    (local.set $q (i32.const 0))
    (loop $eachVoice
      (call $speakForAll (local.get $pairs) (local.get $count) (local.get $q) (local.get $at) (local.get $settings)
        (i32.add (local.get $support) (i32.mul (local.get $q) (local.get $below))))
      (br_if $eachVoice (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 1))) (local.get $count))))
    (loop $eachRound
      (local.set $q (i32.const 0))
      (loop $each
        (f64.store (i32.add (local.get $before) (i32.shl (local.get $q) (i32.const 3)))
          (f64.promote_f32 (f32.load (i32.add (local.get $strength) (i32.shl (local.get $q) (i32.const 2))))))
        (br_if $each (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 1))) (local.get $count))))
      (local.set $p (i32.const 0))
      (loop $eachTwo
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $at (i32.add (local.get $support) (i32.shl (local.get $p) (i32.const 2))))
        (local.set $q (i32.const 0))
        (loop $each
          (local.set $sum
            (f64x2.add (local.get $sum)
              (f64x2.mul (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $at)))
                (v128.load64_splat (i32.add (local.get $before) (i32.shl (local.get $q) (i32.const 3)))))))
          (local.set $at (i32.add (local.get $at) (local.get $below)))
          (br_if $each (i32.lt_u (local.tee $q (i32.add (local.get $q) (i32.const 1))) (local.get $count))))
        (v128.store64_lane 0 (i32.add (local.get $strength) (i32.shl (local.get $p) (i32.const 2)))
          (f32x4.demote_f64x2_zero
            (f64x2.add
              (f64x2.mul
                (v128.load64_splat offset=24 (local.get $settings))
                (v128.load (i32.add (local.get $before) (i32.shl (local.get $p) (i32.const 3)))))
              (f64x2.div
                (f64x2.mul (v128.load64_splat offset=32 (local.get $settings)) (local.get $sum))
                (v128.load64_splat offset=40 (local.get $settings))))))
        (br_if $eachTwo (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 2))) (local.get $count))))
      (br_if $eachRound (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))

  ;; How alike two maps run where both show the finger: gives the sum, and leaves at `cells` on how many cells. Every second cell is asked, as on a
  ;; chessboard. `field`: as for correlate, of nodes of 4 × 4 cells; `turns`: 16 bits a node; `table`: a double for each difference of directions.
  (func (export "overlap")
    (param $mapA i32) (param $columns i32) (param $rows i32) (param $field i32) (param $turns i32) (param $plane i32)
    (param $mapB i32) (param $columnsB i32) (param $rowsB i32) (param $left f64) (param $top f64)
    (param $table i32) (param $cells i32) (result f64)
    (local $row i32) (local $column i32) (local $node i32) (local $at i32) (local $here i32) (local $there i32) (local $count i32)
    (local $x f64) (local $y f64) (local $cos f64) (local $sin f64) (local $sum f64)
    (i32.store (local.get $cells) (i32.const 0))
    (if (i32.eqz (local.get $rows)) (then (return (f64.const 0))))
    (loop $eachRow
      (local.set $column (i32.and (local.get $row) (i32.const 1)))
      (local.set $y (f64.sub (f64.convert_i32_u (i32.shl (i32.and (local.get $row) (i32.const 3)) (i32.const 3))) (f64.const 12)))
      (block $endRow
        (loop $each
          (br_if $endRow (i32.ge_u (local.get $column) (local.get $columns)))
          (local.set $here
            (i32.load8_u
              (i32.add (local.get $mapA) (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)))))
          (if (i32.ne (local.get $here) (i32.const 255))
            (then
              (local.set $node
                (i32.add
                  (i32.mul
                    (i32.shr_u (local.get $row) (i32.const 2))
                    (i32.shr_u (i32.add (local.get $columns) (i32.const 3)) (i32.const 2)))
                  (i32.shr_u (local.get $column) (i32.const 2))))
              (local.set $at
                (i32.add (local.get $field) (i32.add (i32.shl (local.get $plane) (i32.const 1)) (i32.shl (local.get $node) (i32.const 2)))))
              (local.set $cos (f64.promote_f32 (f32.load (local.get $at))))
              (local.set $sin (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))))
              (local.set $at (i32.add (local.get $field) (i32.shl (local.get $node) (i32.const 2))))
              (local.set $x
                (f64.sub
                  (f64.convert_i32_u (i32.shl (i32.and (local.get $column) (i32.const 3)) (i32.const 3)))
                  (f64.const 12)))
              (local.set $there
                (call $orientationAt (local.get $mapB) (local.get $columnsB) (local.get $rowsB)
                  (call $cell
                    (f64.sub
                      (f64.sub
                        (f64.add (f64.promote_f32 (f32.load (local.get $at))) (f64.mul (local.get $cos) (local.get $x)))
                        (f64.mul (local.get $sin) (local.get $y)))
                      (local.get $left)))
                  (call $cell
                    (f64.sub
                      (f64.add
                        (f64.add
                          (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane))))
                          (f64.mul (local.get $sin) (local.get $x)))
                        (f64.mul (local.get $cos) (local.get $y)))
                      (local.get $top)))))
              (if (i32.ne (local.get $there) (i32.const 255))
                (then
                  (local.set $count (i32.add (local.get $count) (i32.const 1)))
                  (local.set $sum
                    (f64.add (local.get $sum)
                      (f64.load
                        (i32.add (local.get $table)
                          (i32.shl
                            (i32.add
                              (i32.sub (local.get $here) (local.get $there))
                              (i32.load16_s (i32.add (local.get $turns) (i32.shl (local.get $node) (i32.const 1)))))
                            (i32.const 3))))))))))
          (local.set $column (i32.add (local.get $column) (i32.const 2)))
          (br $each)))
      (br_if $eachRow (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows))))
    (i32.store (local.get $cells) (local.get $count))
    (local.get $sum))

  ;; Of nine votes the place of the best, in bytes: of equal ones the first, but that in the middle rather than any no better.
  (func $bestOf (param $votes i32) (result i32)
    (local $best i32) (local $k i32)
    (local.set $best (i32.const 16))
    (loop $each
      (if (f32.gt
            (f32.load (i32.add (local.get $votes) (local.get $k))) (f32.load (i32.add (local.get $votes) (local.get $best))))
        (then (local.set $best (local.get $k))))
      (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 4))) (i32.const 36))))
    (local.get $best))

  ;; What a block finds at two shifts, between the two numbers at each of two places.
  (func $between (param $correlation i32) (param $places v128) (param $beyond v128) (param $weight f64) (param $votes i32)
    (local $found v128) (local $low v128)
    ;; Both numbers of the one shift and of the other, sorted: the lower of both, then the upper.
    (local.set $found
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
        (v128.load64_zero (i32.add (local.get $correlation) (i32x4.extract_lane 0 (local.get $places))))
        (v128.load64_zero (i32.add (local.get $correlation) (i32x4.extract_lane 1 (local.get $places))))))
    (local.set $low (f64x2.promote_low_f32x4 (local.get $found)))
    (local.set $found
      (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $found) (local.get $found))))
    (v128.store64_lane 0 (local.get $votes)
      (f32x4.demote_f64x2_zero
        (f64x2.add (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $votes)))
          (f64x2.mul (f64x2.splat (local.get $weight))
            (f64x2.add (local.get $low)
              (f64x2.mul (local.get $beyond) (f64x2.sub (local.get $found) (local.get $low)))))))))

  ;; Adds to the votes of each of two blocks what the other finds at nine shifts, two at a time, each at the one that it would see if both moved alike.
  ;; Of the last two there is but one; the other is room.
  (func $addVotes
    (param $one i32) (param $weight f64) (param $votes i32) (param $other i32) (param $otherWeight f64) (param $otherVotes i32)
    (param $alike f64)
    (local $end i32) (local $k v128) (local $at v128) (local $low v128) (local $places v128) (local $turn v128)
    (i32.store offset=40 (local.get $votes) (i32.const 1))
    (i32.store offset=40 (local.get $otherVotes) (i32.const 1))
    (local.set $turn (f64x2.splat (local.get $alike)))
    (local.set $k (v128.const f64x2 -4 -3))
    (local.set $end (i32.add (local.get $votes) (i32.const 40)))
    (loop $each
      (local.set $at (f64x2.add (f64x2.mul (local.get $k) (local.get $turn)) (v128.const f64x2 4 4)))
      (local.set $low
        (f64x2.max (v128.const f64x2 0 0) (f64x2.min (v128.const f64x2 7 7) (f64x2.floor (local.get $at)))))
      (local.set $places (i32x4.shl (i32x4.trunc_sat_f64x2_s_zero (local.get $low)) (i32.const 2)))
      (local.set $at (f64x2.sub (local.get $at) (local.get $low)))
      (call $between (local.get $other) (local.get $places) (local.get $at) (local.get $otherWeight) (local.get $votes))
      (call $between (local.get $one) (local.get $places) (local.get $at) (local.get $weight) (local.get $otherVotes))
      (local.set $otherVotes (i32.add (local.get $otherVotes) (i32.const 8)))
      (local.set $k (f64x2.add (local.get $k) (v128.const f64x2 2 2)))
      (br_if $each (i32.lt_u (local.tee $votes (i32.add (local.get $votes) (i32.const 8))) (local.get $end)))))

  ;; A block and one that comes after it vote on each other, if the other is there and its ridges run alike. `found`: as `correlate` leaves it.
  (func $voteOnEachOther
    (param $found i32) (param $nodes i32) (param $node i32) (param $other i32) (param $minAlike f64) (param $votes i32)
    (local $plane i32) (local $at i32) (local $there i32) (local $alike f64) (local $weight f64)
    (local.set $plane (i32.shl (local.get $nodes) (i32.const 2)))
    (local.set $there (i32.add (local.get $found) (i32.shl (local.get $other) (i32.const 2))))
    (local.set $weight (f64.promote_f32 (f32.load (local.get $there))))
    (if (f64.eq (local.get $weight) (f64.const 0)) (then (return)))
    (local.set $there (i32.add (local.get $there) (local.get $plane)))
    (local.set $at (i32.add (local.get $found) (i32.add (local.get $plane) (i32.shl (local.get $node) (i32.const 2)))))
    (local.set $alike
      (f64.add
        (f64.mul (f64.promote_f32 (f32.load (local.get $at))) (f64.promote_f32 (f32.load (local.get $there))))
        (f64.mul
          (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane))))
          (f64.promote_f32 (f32.load (i32.add (local.get $there) (local.get $plane)))))))
    ;; Where the ridges run at a wide angle to each other, they tell nothing about a shift across them.
    (if (f64.lt (f64.abs (local.get $alike)) (local.get $minAlike)) (then (return)))
    (local.set $at (i32.add (local.get $found) (i32.mul (local.get $plane) (i32.const 3))))
    (call $addVotes
      (i32.add (local.get $at) (i32.mul (local.get $node) (i32.const 36)))
      (f64.promote_f32 (f32.load (i32.add (local.get $found) (i32.shl (local.get $node) (i32.const 2)))))
      (i32.add (local.get $votes) (i32.mul (local.get $node) (i32.const 48)))
      (i32.add (local.get $at) (i32.mul (local.get $other) (i32.const 36)))
      (local.get $weight)
      (i32.add (local.get $votes) (i32.mul (local.get $other) (i32.const 48)))
      (local.get $alike)))

  ;; What the blocks around each vote for, 48 bytes a block: nine votes, room for one, and whether there was any to ask. Each two are looked at once; a
  ;; block hears those before it first, in their order, and then those after it, as if it had asked one after the other.
  (func $voteAround
    (param $found i32) (param $columns i32) (param $rows i32) (param $minAlike f64) (param $votes i32)
    (local $node i32) (local $nodes i32) (local $column i32)
    (local.set $nodes (i32.mul (local.get $columns) (local.get $rows)))
    (memory.fill (local.get $votes) (i32.const 0) (i32.mul (local.get $nodes) (i32.const 48)))
    (loop $each
      (if (f32.ne (f32.load (i32.add (local.get $found) (i32.shl (local.get $node) (i32.const 2)))) (f32.const 0))
        (then
          (if (i32.lt_u (i32.add (local.get $column) (i32.const 1)) (local.get $columns))
            (then
              (call $voteOnEachOther (local.get $found) (local.get $nodes) (local.get $node)
                (i32.add (local.get $node) (i32.const 1)) (local.get $minAlike) (local.get $votes))))
          (if (i32.lt_u (i32.add (local.get $node) (local.get $columns)) (local.get $nodes))
            (then
              (if (local.get $column)
                (then
                  (call $voteOnEachOther (local.get $found) (local.get $nodes) (local.get $node)
                    (i32.sub (i32.add (local.get $node) (local.get $columns)) (i32.const 1))
                    (local.get $minAlike) (local.get $votes))))
              (call $voteOnEachOther (local.get $found) (local.get $nodes) (local.get $node)
                (i32.add (local.get $node) (local.get $columns)) (local.get $minAlike) (local.get $votes))
              (if (i32.lt_u (i32.add (local.get $column) (i32.const 1)) (local.get $columns))
                (then
                  (call $voteOnEachOther (local.get $found) (local.get $nodes) (local.get $node)
                    (i32.add (i32.add (local.get $node) (local.get $columns)) (i32.const 1))
                    (local.get $minAlike) (local.get $votes))))))))
      (local.set $column (i32.add (local.get $column) (i32.const 1)))
      (if (i32.eq (local.get $column) (local.get $columns)) (then (local.set $column (i32.const 0))))
      (br_if $each (i32.lt_u (local.tee $node (i32.add (local.get $node) (i32.const 1))) (local.get $nodes)))))

  ;; Does ridge lie on ridge? At `sums` five doubles, to which are added: the covered parts, and of these times the correlations the unshifted, the
  ;; predicted, the joined and the clear ones. `settings`: the least that counts as alike, from where on blocks agree, and how much further clearly.
  ;; `votes` holds 48 bytes a node while it works.
  (func (export "agreement")
    (param $found i32) (param $columns i32) (param $rows i32) (param $votes i32) (param $sums i32) (param $settings i32)
    (local $node i32) (local $nodes i32) (local $own i32) (local $k i32) (local $weight f64) (local $together f64)
    (local.set $nodes (i32.mul (local.get $columns) (local.get $rows)))
    (if (i32.eqz (local.get $nodes)) (then (return)))
    (call $voteAround
      (local.get $found) (local.get $columns) (local.get $rows) (f64.load (local.get $settings)) (local.get $votes))
    (loop $each
      (local.set $weight (f64.promote_f32 (f32.load (i32.add (local.get $found) (i32.shl (local.get $node) (i32.const 2))))))
      (if (f64.ne (local.get $weight) (f64.const 0))
        (then
          (local.set $own
            (i32.add
              (i32.add (local.get $found) (i32.mul (local.get $nodes) (i32.const 12)))
              (i32.mul (local.get $node) (i32.const 36))))
          (f64.store (local.get $sums) (f64.add (f64.load (local.get $sums)) (local.get $weight)))
          (f64.store offset=8 (local.get $sums)
            (f64.add (f64.load offset=8 (local.get $sums))
              (f64.mul (local.get $weight) (f64.promote_f32 (f32.load offset=16 (local.get $own))))))
          (if (i32.load offset=40 (local.get $votes))
            (then
              (f64.store offset=16 (local.get $sums)
                (f64.add (f64.load offset=16 (local.get $sums))
                  (f64.mul (local.get $weight)
                    (f64.promote_f32 (f32.load (i32.add (local.get $own) (call $bestOf (local.get $votes))))))))))
          (local.set $k (i32.const 0))
          (loop $eachTwo
            (v128.store64_lane 0 (i32.add (local.get $votes) (local.get $k))
              (f32x4.demote_f64x2_zero
                (f64x2.add
                  (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $votes) (local.get $k))))
                  (f64x2.mul (f64x2.splat (local.get $weight))
                    (f64x2.promote_low_f32x4 (v128.load64_zero (i32.add (local.get $own) (local.get $k))))))))
            (br_if $eachTwo (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 8))) (i32.const 40))))
          (local.set $together (f64.promote_f32 (f32.load (i32.add (local.get $own) (call $bestOf (local.get $votes))))))
          (f64.store offset=24 (local.get $sums)
            (f64.add (f64.load offset=24 (local.get $sums)) (f64.mul (local.get $weight) (local.get $together))))
          (f64.store offset=32 (local.get $sums)
            (f64.add (f64.load offset=32 (local.get $sums))
              (f64.mul (local.get $weight)
                (f64.max (f64.const 0)
                  (f64.min (f64.const 1)
                    (f64.div
                      (f64.sub (local.get $together) (f64.load offset=8 (local.get $settings)))
                      (f64.load offset=16 (local.get $settings))))))))))
      (local.set $votes (i32.add (local.get $votes) (i32.const 48)))
      (br_if $each (i32.lt_u (local.tee $node (i32.add (local.get $node) (i32.const 1))) (local.get $nodes)))))

  ;; Goes through the minutiae above or below one, nearest rows first, and keeps the nine nearest: their numbers, and the squares of how far they are.
  ;; Gives how many there are. `settings`: the square of how far a neighbour may be, and of how near.
  (func $look
    (param $view i32) (param $all i32) (param $i i32) (param $step i32) (param $count i32)
    (param $index i32) (param $squares i32) (param $settings i32) (result i32)
    (local $k i32) (local $at i32) (local $plane i32) (local $x f64) (local $y f64) (local $dx f64) (local $dy f64)
    (local $square f64) (local $limit f64)
    (local.set $plane (i32.shl (local.get $all) (i32.const 2)))
    (local.set $at (i32.add (local.get $view) (i32.shl (local.get $i) (i32.const 2))))
    (local.set $x (f64.promote_f32 (f32.load (local.get $at))))
    (local.set $y (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))))
    (local.set $limit
      (if (result f64) (i32.eq (local.get $count) (i32.const 9))
        (then (f64.load offset=64 (local.get $squares)))
        (else (f64.load (local.get $settings)))))
    (local.set $k (local.get $i))
    (block $done
      (loop $each
        (local.set $k (i32.add (local.get $k) (local.get $step)))
        (br_if $done (i32.ge_u (local.get $k) (local.get $all)))
        (local.set $at (i32.add (local.get $view) (i32.shl (local.get $k) (i32.const 2))))
        (local.set $dy (f64.sub (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane)))) (local.get $y)))
        (br_if $done (f64.gt (f64.mul (local.get $dy) (local.get $dy)) (local.get $limit)))
        (local.set $dx (f64.sub (f64.promote_f32 (f32.load (local.get $at))) (local.get $x)))
        (local.set $square
          (f64.add (f64.mul (local.get $dx) (local.get $dx)) (f64.mul (local.get $dy) (local.get $dy))))
        (br_if $each (f64.gt (local.get $square) (local.get $limit)))
        (br_if $each (f64.lt (local.get $square) (f64.load offset=8 (local.get $settings))))
        (if (i32.eq (local.get $count) (i32.const 9))
          (then (br_if $each (f64.eq (local.get $square) (local.get $limit))))
          (else (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (call $insert (local.get $k) (local.get $square) (i32.sub (local.get $count) (i32.const 1))
          (local.get $index) (local.get $squares))
        (if (i32.eq (local.get $count) (i32.const 9)) (then (local.set $limit (f64.load offset=64 (local.get $squares)))))
        (br $each)))
    (local.get $count))

  ;; Into a short sorted list, from its last place on upwards.
  (func $insert (param $k i32) (param $square f64) (param $at i32) (param $index i32) (param $squares i32)
    (local $before f64)
    (local.set $index (i32.add (local.get $index) (i32.shl (local.get $at) (i32.const 2))))
    (local.set $squares (i32.add (local.get $squares) (i32.shl (local.get $at) (i32.const 3))))
    (block $here
      (loop $each
        (br_if $here (i32.eqz (local.get $at)))
        (local.set $before (f64.load (i32.sub (local.get $squares) (i32.const 8))))
        (br_if $here (f64.le (local.get $before) (local.get $square)))
        (f64.store (local.get $squares) (local.get $before))
        (i32.store (local.get $index) (i32.load (i32.sub (local.get $index) (i32.const 4))))
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (local.set $index (i32.sub (local.get $index) (i32.const 4)))
        (local.set $squares (i32.sub (local.get $squares) (i32.const 8)))
        (br $each)))
    (f64.store (local.get $squares) (local.get $square))
    (i32.store (local.get $index) (local.get $k)))

  ;; Do all minutiae lie on whole pixels, as those of this engine do? Then `whole` holds x and y of each as whole numbers, 256 bytes each.
  (func $areWhole (param $view i32) (param $count i32) (param $whole i32) (result i32)
    (local $end i32) (local $y i32) (local $v v128) (local $all v128)
    (local.set $all (v128.const i64x2 -1 -1))
    (local.set $y (i32.add (local.get $view) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $end (local.get $y))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $view) (local.get $end)))
        (local.set $v (v128.load (local.get $view)))
        (local.set $all
          (v128.and (local.get $all)
            (v128.and
              (f32x4.eq (f32x4.trunc (local.get $v)) (local.get $v))
              (f32x4.lt (f32x4.abs (local.get $v)) (v128.const f32x4 4096 4096 4096 4096)))))
        (v128.store (local.get $whole) (i32x4.trunc_sat_f32x4_s (local.get $v)))
        (local.set $v (v128.load (local.get $y)))
        ;; What comes after the last x is y, but after the last y an angle.
        (local.set $all
          (v128.and (local.get $all)
            (v128.or
              (v128.and
                (f32x4.eq (f32x4.trunc (local.get $v)) (local.get $v))
                (f32x4.lt (f32x4.abs (local.get $v)) (v128.const f32x4 4096 4096 4096 4096)))
              (i32x4.ge_s (v128.const i32x4 0 1 2 3) (i32x4.splat (local.get $count))))))
        (v128.store offset=256 (local.get $whole) (i32x4.trunc_sat_f32x4_s (local.get $v)))
        (local.set $view (i32.add (local.get $view) (i32.const 16)))
        (local.set $y (i32.add (local.get $y) (i32.const 16)))
        (local.set $whole (i32.add (local.get $whole) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $each)))
    (i32x4.all_true (local.get $all)))

  ;; The same as two times `look`, for minutiae on whole pixels: a number of each that has its squared distance in the upper bits, and below in which
  ;; turn `look` would have come to it. Then nine times the least of those above the last one. `whole`: as `areWhole` leaves it, then room for the numbers.
  (func $nearestWhole (param $whole i32) (param $all i32) (param $i i32) (param $index i32) (param $settings i32) (result i32)
    (local $k i32) (local $at i32) (local $count i32) (local $last i32) (local $dx v128) (local $dy v128) (local $apart v128)
    (local $x v128) (local $y v128) (local $least v128) (local $most v128) (local $turn v128) (local $v v128)
    (local.set $at (i32.add (local.get $whole) (i32.shl (local.get $i) (i32.const 2))))
    (local.set $x (v128.load32_splat (local.get $at)))
    (local.set $y (v128.load32_splat offset=256 (local.get $at)))
    (local.set $most (i32x4.splat (i32.trunc_sat_f64_s (f64.load (local.get $settings)))))
    (local.set $least (i32x4.splat (i32.trunc_sat_f64_s (f64.load offset=8 (local.get $settings)))))
    (local.set $apart (i32x4.sub (v128.const i32x4 0 1 2 3) (i32x4.splat (local.get $i))))
    (local.set $at (local.get $whole))
    (loop $each
      (local.set $dx (i32x4.sub (v128.load (local.get $at)) (local.get $x)))
      (local.set $dy (i32x4.sub (v128.load offset=256 (local.get $at)) (local.get $y)))
      (local.set $dx
        (i32x4.add (i32x4.mul (local.get $dx) (local.get $dx)) (i32x4.mul (local.get $dy) (local.get $dy))))
      ;; First those below, nearest rows first, then those above.
      (local.set $turn
        (v128.bitselect
          (local.get $apart) (i32x4.sub (v128.const i32x4 64 64 64 64) (local.get $apart))
          (i32x4.gt_s (local.get $apart) (v128.const i64x2 0 0))))
      (v128.store offset=512 (local.get $at)
        (v128.bitselect
          (i32x4.add (i32x4.shl (local.get $dx) (i32.const 7)) (local.get $turn))
          (v128.const i32x4 0x7fffffff 0x7fffffff 0x7fffffff 0x7fffffff)
          (v128.and
            (v128.and (i32x4.ge_s (local.get $dx) (local.get $least)) (i32x4.le_s (local.get $dx) (local.get $most)))
            (i32x4.lt_s
              (i32x4.add (v128.const i32x4 0 1 2 3) (i32x4.splat (local.get $k))) (i32x4.splat (local.get $all))))))
      (local.set $apart (i32x4.add (local.get $apart) (v128.const i32x4 4 4 4 4)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $each (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 4))) (local.get $all))))
    (block $done
      (loop $eachNearest
        (local.set $v (v128.const i64x2 -1 -1))
        (local.set $x (i32x4.splat (local.get $last)))
        (local.set $k (local.get $whole))
        (loop $each
          (local.set $y (v128.load offset=512 (local.get $k)))
          (local.set $v
            (i32x4.min_u (local.get $v) (v128.or (local.get $y) (i32x4.le_s (local.get $y) (local.get $x)))))
          (br_if $each (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $at))))
        (local.set $v
          (i32x4.min_u (local.get $v)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
        (local.set $last (i32x4.extract_lane 0 (local.get $v)))
        (local.set $k (i32x4.extract_lane 1 (local.get $v)))
        (local.set $last
          (select (local.get $last) (local.get $k) (i32.lt_u (local.get $last) (local.get $k))))
        (br_if $done (i32.ge_u (local.get $last) (i32.const 0x7fffffff)))
        (local.set $k (i32.and (local.get $last) (i32.const 127)))
        (i32.store (local.get $index)
          (select
            (i32.add (local.get $i) (local.get $k)) (i32.sub (local.get $i) (i32.sub (local.get $k) (i32.const 64)))
            (i32.lt_u (local.get $k) (i32.const 64))))
        (local.set $index (i32.add (local.get $index) (i32.const 4)))
        (br_if $eachNearest
          (i32.lt_u (local.tee $count (i32.add (local.get $count) (i32.const 1))) (i32.const 9)))))
    (local.get $count))

  ;; The neighbours of each minutia as `similarities` takes them. `index` and `squares` hold nine numbers and `whole` 768 bytes while it works, of views
  ;; of at most 64 minutiae; `settings`: as above, then
  ;; how far a counterpart may lie at once, and so much more for each pixel.
  (func (export "neighbours")
    (param $view i32) (param $count i32) (param $near i32) (param $counts i32) (param $index i32) (param $squares i32)
    (param $settings i32) (param $whole i32)
    (local $i i32) (local $k i32) (local $found i32) (local $at i32) (local $other i32) (local $plane i32) (local $areWhole i32)
    (local $dx f64) (local $dy f64) (local $cos f64) (local $sin f64) (local $distance f64) (local $slack f64)
    (local.set $plane (i32.shl (local.get $count) (i32.const 2)))
    (memory.fill (local.get $near) (i32.const 0) (i32.mul (local.get $count) (i32.const 288)))
    (local.set $areWhole (call $areWhole (local.get $view) (local.get $count) (local.get $whole)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $found
          (if (result i32) (local.get $areWhole)
            (then
              (call $nearestWhole
                (local.get $whole) (local.get $count) (local.get $i) (local.get $index) (local.get $settings)))
            (else
              (call $look (local.get $view) (local.get $count) (local.get $i) (i32.const -1)
                (call $look (local.get $view) (local.get $count) (local.get $i) (i32.const 1) (i32.const 0)
                  (local.get $index) (local.get $squares) (local.get $settings))
                (local.get $index) (local.get $squares) (local.get $settings)))))
        (i32.store8 (i32.add (local.get $counts) (local.get $i)) (local.get $found))
        (local.set $at (i32.add (local.get $view) (i32.shl (local.get $i) (i32.const 2))))
        (local.set $cos (f64.promote_f32 (f32.load (i32.add (local.get $at) (i32.mul (local.get $plane) (i32.const 3))))))
        (local.set $sin (f64.promote_f32 (f32.load (i32.add (local.get $at) (i32.shl (local.get $plane) (i32.const 2))))))
        (local.set $k (i32.const 0))
        (loop $eachRoom
          (if (i32.lt_u (local.get $k) (local.get $found))
            (then
              (local.set $other
                (i32.add (local.get $view)
                  (i32.shl (i32.load (i32.add (local.get $index) (i32.shl (local.get $k) (i32.const 2)))) (i32.const 2))))
              (local.set $dx (f64.sub (f64.promote_f32 (f32.load (local.get $other))) (f64.promote_f32 (f32.load (local.get $at)))))
              (local.set $dy
                (f64.sub
                  (f64.promote_f32 (f32.load (i32.add (local.get $other) (local.get $plane))))
                  (f64.promote_f32 (f32.load (i32.add (local.get $at) (local.get $plane))))))
              (local.set $distance
                (f64.sqrt (f64.add (f64.mul (local.get $dx) (local.get $dx)) (f64.mul (local.get $dy) (local.get $dy)))))
              (local.set $slack
                (f64.add (f64.load offset=16 (local.get $settings))
                  (f64.mul (f64.load offset=24 (local.get $settings)) (local.get $distance))))
              (f32.store (local.get $near) (f32.demote_f64 (local.get $distance)))
              (f32.store offset=48 (local.get $near)
                (f32.demote_f64
                  (f64.add (f64.mul (local.get $dx) (local.get $cos)) (f64.mul (local.get $dy) (local.get $sin)))))
              (f32.store offset=96 (local.get $near)
                (f32.demote_f64
                  (f64.sub (f64.mul (local.get $dy) (local.get $cos)) (f64.mul (local.get $dx) (local.get $sin)))))
              (f32.store offset=144 (local.get $near)
                (f32.demote_f64
                  (call $wrap
                    (f64.sub
                      (f64.promote_f32 (f32.load (i32.add (local.get $other) (i32.shl (local.get $plane) (i32.const 1)))))
                      (f64.promote_f32 (f32.load (i32.add (local.get $at) (i32.shl (local.get $plane) (i32.const 1)))))))))
              (f32.store offset=192 (local.get $near) (f32.demote_f64 (local.get $slack)))
              (f32.store offset=240 (local.get $near)
                (f32.demote_f64 (f64.div (f64.const 1) (f64.mul (local.get $slack) (local.get $slack))))))
            ;; Room that is not used lies far away from everything.
            (else (f32.store offset=48 (local.get $near) (f32.const 1e9))))
          (local.set $near (i32.add (local.get $near) (i32.const 4)))
          (br_if $eachRoom (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 1))) (i32.const 12))))
        (local.set $near (i32.add (local.get $near) (i32.const 240)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $each))))

  ;; The bits of a record as bytes of a map, sixteen at a time: 1 on a ridge, 0 in a valley, 2 where the cell of 4 × 4 pixels shows no finger (255).
  ;; A little is written beyond each row, and then written over by the next.
  (func (export "unpack") (param $bits i32) (param $orientation i32) (param $columns i32) (param $rows i32) (param $out i32)
    (local $row i32) (local $column i32) (local $at i32) (local $bit v128) (local $byBit v128) (local $byCell v128)
    (local.set $rows (i32.shl (local.get $rows) (i32.const 2)))
    (local.set $bit (v128.const i8x16 1 2 4 8 16 32 64 128 1 2 4 8 16 32 64 128))
    (local.set $byBit (v128.const i8x16 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1))
    (local.set $byCell (v128.const i8x16 0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3))
    (block $done
      (loop $eachRow
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $column (i32.const 0))
        (block $endRow
          (loop $each
            (br_if $endRow (i32.ge_u (local.get $column) (local.get $columns)))
            ;; In fours of pixels, which is half a byte of the record.
            (local.set $at (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)))
            (v128.store (i32.add (local.get $out) (i32.shl (local.get $at) (i32.const 2)))
              (v128.bitselect
                (v128.const i8x16 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2)
                (v128.and
                  (v128.const i8x16 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1)
                  (i8x16.eq
                    (local.get $bit)
                    (v128.and
                      (local.get $bit)
                      (i8x16.swizzle
                        (i32x4.splat
                          (i32.shr_u
                            (i32.load (i32.add (local.get $bits) (i32.shr_u (local.get $at) (i32.const 1))))
                            (i32.shl (i32.and (local.get $at) (i32.const 1)) (i32.const 2))))
                        (local.get $byBit)))))
                (i8x16.eq (v128.const i64x2 -1 -1)
                  (i8x16.swizzle
                    (v128.load32_zero
                      (i32.add (local.get $orientation)
                        (i32.add
                          (i32.mul (i32.shr_u (local.get $row) (i32.const 2)) (local.get $columns)) (local.get $column))))
                    (local.get $byCell)))))
            (local.set $column (i32.add (local.get $column) (i32.const 4)))
            (br $each)))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $eachRow))))

  ;; The highest values above 0 and where they stand, the highest first, of equal ones the first; at most `room`. Gives how many there are.
  (func (export "most") (param $values i32) (param $count i32) (param $index i32) (param $strength i32) (param $room i32) (result i32)
    (local $k i32) (local $found i32) (local $some i32) (local $limit f32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $k) (local.get $count)))
        ;; Four at a time, of which most are too low; what lies beyond the last is not asked.
        (local.set $some
          (i32x4.bitmask
            (f32x4.gt
              (v128.load (i32.add (local.get $values) (i32.shl (local.get $k) (i32.const 2)))) (f32x4.splat (local.get $limit)))))
        (block $none
          (loop $eachBit
            (br_if $none (i32.eqz (local.get $some)))
            (local.set $limit
              (call $rank (local.get $values)
                (i32.add (local.get $k) (i32.ctz (local.get $some))) (local.get $count)
                (local.get $index) (local.get $strength) (local.get $found) (local.get $room) (local.get $limit)))
            (local.set $found
              (i32.add (local.get $found)
                (i32.and
                  (i32.lt_u (local.get $found) (local.get $room))
                  (i32.lt_u (i32.add (local.get $k) (i32.ctz (local.get $some))) (local.get $count)))))
            (local.set $some (i32.and (local.get $some) (i32.sub (local.get $some) (i32.const 1))))
            (br $eachBit)))
        (local.set $k (i32.add (local.get $k) (i32.const 4)))
        (br $each)))
    (local.get $found))

  ;; Puts one value where it belongs, if it is above the limit. Gives what the next has to be above.
  (func $rank
    (param $values i32) (param $k i32) (param $count i32) (param $index i32) (param $strength i32) (param $found i32)
    (param $room i32) (param $limit f32) (result f32)
    (local $value f32) (local $at i32)
    (if (i32.ge_u (local.get $k) (local.get $count)) (then (return (local.get $limit))))
    (local.set $value (f32.load (i32.add (local.get $values) (i32.shl (local.get $k) (i32.const 2)))))
    (if (f32.le (local.get $value) (local.get $limit)) (then (return (local.get $limit))))
    (if (i32.lt_u (local.get $found) (local.get $room))
      (then (local.set $found (i32.add (local.get $found) (i32.const 1)))))
    (local.set $at (i32.shl (i32.sub (local.get $found) (i32.const 1)) (i32.const 2)))
    (block $here
      (loop $each
        (br_if $here (i32.eqz (local.get $at)))
        (br_if $here
          (f32.ge (f32.load (i32.sub (i32.add (local.get $strength) (local.get $at)) (i32.const 4))) (local.get $value)))
        (f32.store (i32.add (local.get $strength) (local.get $at))
          (f32.load (i32.sub (i32.add (local.get $strength) (local.get $at)) (i32.const 4))))
        (i32.store (i32.add (local.get $index) (local.get $at))
          (i32.load (i32.sub (i32.add (local.get $index) (local.get $at)) (i32.const 4))))
        (local.set $at (i32.sub (local.get $at) (i32.const 4)))
        (br $each)))
    (f32.store (i32.add (local.get $strength) (local.get $at)) (local.get $value))
    (i32.store (i32.add (local.get $index) (local.get $at)) (local.get $k))
    (if (result f32) (i32.lt_u (local.get $found) (local.get $room))
      (then (f32.const 0))
      (else
        (f32.load (i32.sub (i32.add (local.get $strength) (i32.shl (local.get $room) (i32.const 2))) (i32.const 4))))))
)
