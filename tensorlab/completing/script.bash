_tensorlab_ask() { ASK "$@" 2>/dev/null || command tensorlab --complete "$@" 2>/dev/null; }
_tensorlab() {
  local IFS=$'\n'
  COMPREPLY=($(_tensorlab_ask "${COMP_WORDS[@]:0:COMP_CWORD+1}"))
}
complete -o default -F _tensorlab tensorlab
