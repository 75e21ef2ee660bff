import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import forge from 'node-forge'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import { readSignature } from '../windows/authenticode.ts'
import { hasSignature } from '../windows/sign-program.ts'
import type { FakeScript } from './fake-quickbooks.ts'

/** A QuickBooks that remembers which programs its Admin has allowed. */
export interface AllowedPrograms {
  readonly script: FakeScript
  /** The programs about which it has asked its Admin, by path. */
  readonly asked: readonly string[]
}

/**
 * Returns a QuickBooks that knows a program by its path, and by its certificate, or its bytes where it has none. It asks
 * its Admin, who allows each program, when an unknown one begins a session.
 *
 * @param toLocalPath returns this machine's path for a Windows path
 */
export function rememberPrograms(serve: FakeScript, toLocalPath: (path: string) => string): AllowedPrograms {
  const allowed = new Set<string>()
  const asked: string[] = []
  return {
    asked,
    script: (call, program) => {
      if (call.method === 'BeginSession') {
        if (program === undefined) throw new Error('A session needs a program.')
        const known = `${program.toLowerCase()} ${identify(readFileSync(toLocalPath(program)))}`
        if (!allowed.has(known)) asked.push(program)
        allowed.add(known)
      }
      return serve(call, program)
    },
  }
}

function identify(program: Buffer): string {
  const identity = hasSignature(program) ? readCertificate(program) : program
  return createHash('sha256').update(identity).digest('hex')
}

/** Returns a signed program's certificate, as DER. */
function readCertificate(program: Buffer): Buffer {
  const { signature } = readSignature(program)
  const { certificates } = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(signature)).content })
  const certificate = certificates?.find((each) => each instanceof Certificate)
  if (!(certificate instanceof Certificate)) throw new Error('The signature has no certificate.')
  return Buffer.from(certificate.toSchema(true).toBER())
}

const optionalHeader = 24
const headerAddress = 0x3c
const certificateHeaderBytes = 8

/**
 * Returns a program with a signature by a certificate: enough to be known by it. Windows would not accept it, because it
 * is over the time only.
 */
export function signWith(
  { key, cert }: { readonly key: string; readonly cert: string },
  program: Buffer,
  at: Date,
): Buffer {
  const signed = forge.pkcs7.createSignedData()
  signed.content = forge.util.createBuffer(at.toISOString())
  signed.addCertificate(cert)
  signed.addSigner({
    key,
    certificate: cert,
    digestAlgorithm: forge.pki.oids.sha256 ?? '',
    authenticatedAttributes: [],
  })
  signed.sign()
  const signature = Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'latin1')
  const header = Buffer.alloc(certificateHeaderBytes)
  header.writeUInt32LE(header.length + signature.length)
  const result = Buffer.concat([program, header, signature])
  const start = program.readUInt32LE(headerAddress) + optionalHeader
  const entry = start + (program.readUInt16LE(start) === 0x20b ? 144 : 128)
  result.writeUInt32LE(program.length, entry)
  result.writeUInt32LE(header.length + signature.length, entry + 4)
  return result
}
