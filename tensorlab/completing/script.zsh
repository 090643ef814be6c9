_tensorlab_ask() { ASK "$@" 2>/dev/null || command tensorlab --complete "$@" 2>/dev/null; }
_tensorlab() {
  local -a found
  found=("${(@f)$(_tensorlab_ask "${(@)words[1,CURRENT]}")}")
  [[ -n "$found" ]] && compadd -a found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _tensorlab tensorlab
