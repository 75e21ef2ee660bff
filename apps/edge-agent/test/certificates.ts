import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A key and a certificate as PEM. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

interface Issued {
  /** From and until when it is valid, in years from now. */
  readonly years: readonly [number, number]
  readonly subject: string
  readonly issuer: string
  readonly extensions: readonly object[]
}

/** X.509's alternative names: an address, or a name. */
const ownAddress = { type: 7, ip: '127.0.0.1' }
const otherName = { type: 2, value: 'other.example' }

/** Creates an authority, and certificates for servers on 127.0.0.1 of which one is right. */
export function createCertificates(now: Date) {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const issue = ({ years, subject, issuer, extensions }: Issued): string => {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
    certificate.serialNumber = '01'
    certificate.validity = { notBefore: addYears(now, years[0]), notAfter: addYears(now, years[1]) }
    certificate.setSubject([{ name: 'commonName', value: subject }])
    certificate.setIssuer([{ name: 'commonName', value: issuer }])
    certificate.setExtensions([...extensions])
    certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
    return forge.pki.certificateToPem(certificate)
  }
  const authority = 'Test authority'
  const isAuthority = { name: 'basicConstraints', cA: true }
  const forServer = (name: object, options: Partial<Issued> = {}): ServerCertificate => {
    const extensions = [{ name: 'subjectAltName', altNames: [name] }]
    return { key, cert: issue({ years: [-10, 10], subject: 'Server', issuer: authority, extensions, ...options }) }
  }
  return {
    authority: issue({ years: [-10, 10], subject: authority, issuer: authority, extensions: [isAuthority] }),
    right: forServer(ownAddress),
    selfSigned: forServer(ownAddress, { issuer: 'Server' }),
    expired: forServer(ownAddress, { years: [-10, -5] }),
    otherHost: forServer(otherName),
  }
}

function addYears(date: Date, years: number): Date {
  const moved = new Date(date)
  moved.setUTCFullYear(date.getUTCFullYear() + years)
  return moved
}
