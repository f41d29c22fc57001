(** * The translation to OCaml

    The program: numbers are Zarith's, lists, pairs, options and booleans are OCaml's. This mapping
    is trusted. *)

Require Import NArith ZArith ExtrOcamlBasic.
From Noughts Require Import Game Format Certificate.

Extract Inductive positive => "Numbers.t" ["Numbers.twice_and_one" "Numbers.twice" "Numbers.one"]
  "Numbers.match_positive".
Extract Inductive N => "Numbers.t" ["Numbers.zero" ""] "Numbers.match_n".
Extract Inductive Z => "Numbers.t" ["Numbers.zero" "" "Numbers.negated"] "Numbers.match_z".
Extract Inductive comparison => "int" ["0" "(-1)" "1"] "Numbers.match_comparison".

Extract Inductive nat => "int" ["0" "Stdlib.succ"] "Numbers.match_nat".

Extract Constant N.of_nat => "Numbers.of_int".
Extract Constant N.to_nat => "Numbers.to_int".
Extract Constant N.eq_dec => "Numbers.equal".
Extract Constant N.add => "Numbers.add".
Extract Constant N.sub => "Numbers.monus".
Extract Constant N.succ => "Numbers.succ".
Extract Constant N.eqb => "Numbers.equal".
Extract Constant N.leb => "Numbers.at_most".
Extract Constant N.ltb => "Numbers.less".
Extract Constant N.compare => "Numbers.compare".
Extract Constant N.land => "Numbers.both".
Extract Constant N.lor => "Numbers.either".
Extract Constant N.ldiff => "Numbers.without".
Extract Constant N.testbit => "Numbers.testbit".
Extract Constant N.setbit => "Numbers.setbit".
Extract Constant N.clearbit => "Numbers.clearbit".
Extract Constant N.shiftl => "Numbers.left".
Extract Constant N.shiftr => "Numbers.right".
Extract Constant popcount => "Numbers.popcount".

(** Of the finite map: the heights of its trees. *)
Extract Constant Z.add => "Numbers.add".
Extract Constant Z.sub => "Numbers.sub".
Extract Constant Z.max => "Numbers.max".
Extract Constant Z.compare => "Numbers.compare".
Extract Constant Z.eqb => "Numbers.equal".
Extract Constant Z.leb => "Numbers.at_most".
Extract Constant Z.ltb => "Numbers.less".

Extraction "checker.ml" check value_of shown beginning about goal_of.
