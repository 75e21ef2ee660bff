import { execFileSync } from 'node:child_process'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { apiSurfaces } from '../api-catalogue.ts'
import { getSamples } from './api-sample.ts'
import { fillVariables } from './fill-variables.ts'
import { languages } from './languages.ts'

const calls = apiSurfaces(createOpenApi('https://bridge.test')).flatMap(({ tags }) => tags.flatMap((tag) => tag.calls))
const samples = calls.flatMap((call) => getSamples(call))

function print(operationId: string, language: string, name = 'default'): string {
  const call = calls.find(({ operation }) => operation.operationId === operationId)
  const sample = call && getSamples(call).find((each) => each.name === name)
  const found = languages.find(({ id }) => id === language)
  return sample && found ? found.print(sample) : expect.fail(`${operationId} has no sample ${name} in ${language}.`)
}

describe('a sample', () => {
  it('has the recorded response', () => {
    expect(samples.length).toBeGreaterThan(calls.length)
    const without = calls.filter((call) => getSamples(call).some(({ response }) => response === undefined))
    expect(without.map(({ operation }) => operation.operationId)).toEqual(['authorize'])
  })

  it('is valid shell, JavaScript and Python', () => {
    const scripts = Object.fromEntries(languages.map(({ id, print }) => [id, samples.map((sample) => print(sample))]))
    execFileSync('sh', ['-n'], { input: scripts.curl?.join('\n') })
    const modules = scripts.javascript?.map((code) => `async () => {\n${code}\n}`) ?? []
    execFileSync('node', ['--check', '--input-type=module', '-'], { input: modules.join('\n') })
    expect(JSON.stringify(scripts)).not.toContain('undefined')
  })

  it('creates a record with curl', () => {
    expect(print('writeClass', 'curl', 'create')).toBe(`curl "$BASE_URL/v3/company/$REALM_ID/class" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  --data @- <<END
{
  "Name": "Central"
}
END`)
  })

  it('changes a record with JavaScript', () => {
    expect(
      print('writeClass', 'javascript', 'update'),
    ).toBe(`const response = await fetch(\`\${process.env.BASE_URL}/v3/company/\${process.env.REALM_ID}/class\`, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    Id: process.env.CLASS_ID,
    SyncToken: process.env.SYNC_TOKEN,
    sparse: true,
    Name: 'Center',
  }),
})
console.log(response.status, await response.text())`)
  })

  it('queries with Python', () => {
    expect(print('getQuery', 'python')).toBe(`import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({
    "query": "SELECT * FROM Customer WHERE Active = true MAXRESULTS 2",
})
request = urllib.request.Request(
    f"{os.environ['BASE_URL']}/v3/company/{os.environ['REALM_ID']}/query?{query}",
    method="GET",
    headers={
        "Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}",
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`)
  })
})

describe('fillVariables', () => {
  const values = { REALM_ID: '1234567890123456', CLASS_ID: '80000001-1' }

  it.each(languages.map(({ id }) => id))('replaces the variables of %s by the values of the reader', (language) => {
    const filled = fillVariables(print('writeClass', language, 'update'), language, values)
    expect(filled).toContain('/v3/company/1234567890123456/class')
    expect(filled).toMatch(/["']80000001-1["']/)
    expect(filled).not.toMatch(/REALM_ID|CLASS_ID/)
    expect(filled).toContain('SYNC_TOKEN')
  })
})
