import { execFileSync } from 'node:child_process'
import { createOpenApi } from '@bridge/server/openapi/openapi'
import { describe, expect, it } from 'vitest'
import { apiSurfaces } from '../api-catalogue.ts'
import { getSamples } from './api-sample.ts'
import { fillSample } from './fill-sample.ts'
import { type LanguageId, languageIds } from './language-ids.ts'
import { formatters } from './languages.ts'

const calls = apiSurfaces(createOpenApi('https://bridge.test')).flatMap(({ tags }) => tags.flatMap((tag) => tag.calls))
const samples = calls.flatMap((call) => getSamples(call))

function print(operationId: string, language: LanguageId, name = 'default', values = {}): string {
  const call = calls.find(({ operation }) => operation.operationId === operationId)
  const sample = call && getSamples(call).find((each) => each.name === name)
  return sample
    ? formatters[language](fillSample(sample, values))
    : expect.fail(`${operationId} has no sample ${name} in ${language}.`)
}

describe('a sample', () => {
  it('has the recorded response', () => {
    expect(samples.length).toBeGreaterThan(calls.length)
    const without = calls.filter((call) => getSamples(call).some(({ response }) => response === undefined))
    expect(without.map(({ operation }) => operation.operationId)).toEqual(['authorize'])
  })

  it('is valid shell, JavaScript and Python', () => {
    const scripts = Object.fromEntries(languageIds.map((id) => [id, samples.map((sample) => formatters[id](sample))]))
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

describe('a sample in another language', () => {
  it('changes a record with PHP', () => {
    expect(print('writeClass', 'php', 'update')).toBe(`<?php
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ' . getenv('ACCESS_TOKEN'),
        'Content-Type: application/json',
    ],
    'content' => json_encode([
        'Id' => getenv('CLASS_ID'),
        'SyncToken' => getenv('SYNC_TOKEN'),
        'sparse' => true,
        'Name' => 'Center',
    ]),
    'ignore_errors' => true,
]]);
$body = file_get_contents(getenv('BASE_URL') . '/v3/company/' . getenv('REALM_ID') . '/class', false, $context);
echo explode(' ', $http_response_header[0])[1], ' ', $body, PHP_EOL;`)
  })

  it('gets tokens with Ruby', () => {
    const code = print('issueTokens', 'ruby', 'exchange')
    expect(code).toContain("request.basic_auth(ENV['CLIENT_ID'], ENV['CLIENT_SECRET'])")
    expect(code).toContain("request.set_form_data({\n  'grant_type' => 'authorization_code',\n  'code' => ENV['CODE'],")
  })

  it('puts variables of JSON into the arguments of a text block in Java', () => {
    const code = print('writeClass', 'java', 'update')
    expect(code).toContain('"Id": "%s",')
    expect(code).toContain('""".formatted(System.getenv("CLASS_ID"), System.getenv("SYNC_TOKEN"));')
  })

  it('serializes an object in C#', () => {
    expect(print('writeClass', 'csharp', 'create')).toContain(`JsonSerializer.Serialize(new {
            Name = "Central",
        })`)
    expect(print('testWebhook', 'csharp')).toContain('            @event = ')
  })
})

describe('fillSample', () => {
  const values = { BASE_URL: 'https://bridge.test', REALM_ID: '1234567890123456', CLASS_ID: '80000001-1' }

  it.each(languageIds)('replaces the variables of %s by the values of the reader', (language) => {
    const filled = print('writeClass', language, 'update', values)
    expect(filled).toContain('https://bridge.test/v3/company/1234567890123456/class')
    expect(filled).toMatch(/["']80000001-1["']/)
    expect(filled).not.toMatch(/BASE_URL|REALM_ID|CLASS_ID/)
    expect(filled).toContain('SYNC_TOKEN')
  })
})
