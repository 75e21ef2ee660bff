import { createHash, X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData } from 'pkijs'

/** The signature a Windows program contains, and the digest of what it signs. */
interface EmbeddedSignature {
  /** In PKCS #7, as DER. */
  readonly signature: Buffer
  /**
   * SHA-256 of the program without its signature: see Microsoft’s “Windows Authenticode Portable Executable Signature
   * Format”.
   */
  readonly digest: Buffer
}

const headerAddress = 0x3c
const optionalHeader = 24
const checksumBytes = 4
/** The checksum's position in the optional header, and the certificate directory's by its magic number. */
const checksum = 64
const certificates: Readonly<Record<number, number>> = { 267: 128, 523: 144 }
const entryBytes = 8
/** A signature begins at a multiple of these; a program is filled up with zeros before it. */
const alignment = 8
/** Before each certificate are its length, its version and its type. */
const certificateHeaderBytes = 8

/** Reads a Windows program's signature. @throws {Error} if it has none */
export function readSignature(program: Buffer): EmbeddedSignature {
  const position = program.readUInt32LE(findCertificates(program))
  if (position === 0 || position + certificateHeaderBytes > program.length) throw new Error('It has no signature.')
  const length = program.readUInt32LE(position)
  return {
    signature: program.subarray(position + certificateHeaderBytes, position + length),
    digest: hashContent(program),
  }
}

/** Returns the SHA-256 that a signature of a Windows program is over: the same before and after it is signed. */
export function hashContent(program: Buffer): Buffer {
  const checksumAddress = program.readUInt32LE(headerAddress) + optionalHeader + checksum
  const entry = findCertificates(program)
  const end = program.readUInt32LE(entry) || program.length
  return createHash('sha256')
    .update(program.subarray(0, checksumAddress))
    .update(program.subarray(checksumAddress + checksumBytes, entry))
    .update(program.subarray(entry + entryBytes, end))
    .update(Buffer.alloc((alignment - (end % alignment)) % alignment))
    .digest()
}

/** Returns the address of a program's certificate directory. */
function findCertificates(program: Buffer): number {
  const header = program.readUInt32LE(headerAddress) + optionalHeader
  const entry = header + (certificates[program.readUInt16LE(header)] ?? Number.NaN)
  if (!(entry + entryBytes <= program.length)) throw new Error('It is no Windows program.')
  return entry
}

/** SHA-256's object identifier without parameters, and the digest's length, which follows. */
const sha256Prefix = Buffer.from('300d060960864801650304020105000420', 'hex')

interface Expected {
  readonly digest: Buffer
  /** The signer's organization. */
  readonly organization: string
  /** Its certificates' root, as PEM. */
  readonly root: string
}

/**
 * Verifies that an Authenticode signature is over the digest, by the organization, with certificates under the root,
 * all valid at one time. Asks no network: neither revocations nor the time stamp are examined.
 *
 * @throws {Error} with one line saying what is wrong
 */
export async function verifySignature(signature: Buffer, { digest, organization, root }: Expected): Promise<void> {
  const signed = readSignedData(signature)
  const content = Buffer.from(signed.encapContentInfo.eContent?.toBER() ?? new ArrayBuffer(0))
  if (!content.includes(Buffer.concat([sha256Prefix, digest])))
    throw new Error('The signature is that of another program.')
  const { subject, validFrom } = findCertificate(signed)
  if (!subject.split('\n').includes(`O=${organization}`)) throw new Error(`The signer is another one: ${subject}.`)
  const result = await signed
    .verify({
      signer: 0,
      trustedCerts: [Certificate.fromBER(new Uint8Array(new X509Certificate(root).raw))],
      checkChain: true,
      // Its certificates are valid for days, and a time stamp keeps the signature valid after them.
      checkDate: new Date(validFrom),
    })
    .catch((error: unknown) => {
      throw new Error('The signature is not one of the expected root.', { cause: error })
    })
  if (!result) throw new Error('The signature is wrong.')
}

/**
 * Returns the name of a signature's signer: its organization, or else its common name. Does not verify the signature.
 *
 * @throws {Error} if it has no certificate of its signer
 */
export function readSigner(signature: Buffer): string {
  const lines = findCertificate(readSignedData(signature)).subject.split('\n')
  const find = (attribute: string) => lines.find((line) => line.startsWith(attribute))?.slice(attribute.length)
  return find('O=') ?? find('CN=') ?? lines.join(', ')
}

function readSignedData(signature: Buffer): SignedData {
  return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(signature)).content })
}

function findCertificate(signed: SignedData): X509Certificate {
  const signer = signed.signerInfos[0]
  const certificate = signed.certificates?.find(
    (each) => each instanceof Certificate && each.serialNumber.isEqual(signer?.sid.serialNumber),
  )
  if (!(certificate instanceof Certificate)) throw new Error('The signature has no certificate of its signer.')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()))
}
