/** Returns a file that begins and ends as a Windows program does, with a text as its only section. */
export function makeProgram(text: string): Buffer {
  const headerAddress = 0x40
  const optionalHeaderBytes = 0
  const section = headerAddress + 24 + optionalHeaderBytes
  const start = section + 40
  const header = Buffer.alloc(start)
  header.write('MZ', 0, 'latin1')
  header.writeUInt32LE(headerAddress, 0x3c)
  header.write('PE\0\0', headerAddress, 'latin1')
  header.writeUInt16LE(1, headerAddress + 6)
  header.writeUInt16LE(optionalHeaderBytes, headerAddress + 20)
  const bytes = Buffer.from(text)
  header.writeUInt32LE(bytes.length, section + 16)
  header.writeUInt32LE(start, section + 20)
  return Buffer.concat([header, bytes])
}
