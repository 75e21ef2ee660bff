import { countVerdicts, sendDocumentedFields } from '../test/documented-fields/send-documented-fields.fixture.ts'

/**
 * Sends each documented field to a realm of a running service, and prints the fields that changed without a word. Writes
 * about 1,500 records: use a copy of a company file with the names of the sample company.
 */
const [baseUrl, realmId, token] = process.argv.slice(2)
if (baseUrl === undefined || realmId === undefined || token === undefined) {
  process.stderr.write('Usage: npm run fields -w @bridge/server -- BASE_URL REALM_ID ACCESS_TOKEN\n')
  process.exit(2)
}

const findings = await sendDocumentedFields({
  call: async (path, { json } = {}) => {
    const response = await fetch(`${baseUrl}/v3/company/${realmId}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  },
  findWarnings: async () => undefined,
})
for (const { sent, path, verdict, detail } of findings) {
  if (verdict === 'silent') process.stdout.write(`${sent}: ${path}: ${detail}\n`)
}
const counts = countVerdicts(findings)
process.stdout.write(`documented fields: ${JSON.stringify(counts)}\n`)
process.exitCode = counts.silent === 0 ? 0 : 1
