(** * The translation to OCaml

    Numbers are those of ocaml/numbers.ml; lists, pairs, options and booleans are OCaml's. This
    mapping is trusted. *)

Require Import NArith ExtrOcamlBasic.
From Noughts Require Import Game Sets Format Certificate.

Extract Inductive positive => "Numbers.t" ["Numbers.twice_and_one" "Numbers.twice" "Numbers.one"]
  "Numbers.match_positive".
Extract Inductive N => "Numbers.t" ["Numbers.zero" ""] "Numbers.match_n".

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
Extract Constant N.land => "Numbers.both".
Extract Constant N.lor => "Numbers.either".
Extract Constant N.ldiff => "Numbers.without".
Extract Constant N.testbit => "Numbers.testbit".
Extract Constant N.setbit => "Numbers.setbit".
Extract Constant N.clearbit => "Numbers.clearbit".
Extract Constant N.shiftl => "Numbers.left".
Extract Constant N.shiftr => "Numbers.right".
Extract Constant subset => "Numbers.subset".
Extract Constant popcount => "Numbers.popcount".

Extraction "checker.ml" check value_of shown beginning about goal_of.
