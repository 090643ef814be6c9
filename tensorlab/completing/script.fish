function __tensorlab_ask
  ASK $argv 2>/dev/null; or command tensorlab --complete $argv 2>/dev/null
end
function __tensorlab
  set -l found (__tensorlab_ask (commandline -opc) (commandline -ct))
  if set -q found[1]; string join -- \n $found; else; __fish_complete_path (commandline -ct); end
end
complete -c tensorlab -f -a '(__tensorlab)'
