// A stand-in for the program that signs: appends a certificate table to a Windows program, and records its path.
// node sign.mjs RECORD PROGRAM
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

const [record = '', file = ''] = process.argv.slice(2)
const program = readFileSync(file)
const optionalHeader = program.readUInt32LE(0x3c) + 24
const entry = optionalHeader + (program.readUInt16LE(optionalHeader) === 0x20b ? 144 : 128)
program.writeUInt32LE(program.length, entry)
program.writeUInt32LE(8, entry + 4)
writeFileSync(file, Buffer.concat([program, Buffer.from('unsigned')]))
appendFileSync(record, `${file}\n`)
