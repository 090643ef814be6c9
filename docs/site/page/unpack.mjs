// Archives whose files lie in them as they are: each becomes a file of Python's without a copy.
const END = 22, ENTRY = 46, LOCAL = 30; // bytes of the format's records, names not counted

/** Put the files of an archive into a folder of Python's file system. */
export function unpack(FS, archive, folder) {
  const view = new DataView(archive), bytes = new Uint8Array(archive), words = new TextDecoder();
  const end = archive.byteLength - END; // our archives have no comment behind it
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const size = view.getUint32(at + 24, true), start = view.getUint32(at + 42, true);
    const [named, extra, remark] = [28, 30, 32].map(place => view.getUint16(at + place, true));
    const path = `${folder}/${words.decode(bytes.subarray(at + ENTRY, at + ENTRY + named))}`;
    const from = start + LOCAL + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, bytes.subarray(from, from + size), { canOwn: true });
    at += ENTRY + named + extra + remark;
  }
}
