import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findRequestViolations, findResponseViolations, parseMessageSet, parseMessageSetResponse } from '@bridge/qbxml'
import { dataFolder } from '../test/quickstart.ts'
import { expect, test } from '../test/test.ts'

// Runs after the other files, in alphabetical order, and checks their messages.

/** Reads a trace's response; a long one is packed. */
async function readResponse(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : gunzipSync(await readFile(`${file}.gz`)).toString('utf8')
}

test('every qbXML request and response of the browser tests conforms to the message tables', async () => {
  const folder = path.join(dataFolder(), 'wire')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.request.xml'))
  expect(names.length).toBeGreaterThan(0)
  let complete = 0
  for (const name of names) {
    const request = await readFile(path.join(folder, name), 'utf8')
    const { requests } = parseMessageSet(request)
    expect(requests.flatMap(findRequestViolations), name).toEqual([])

    const response = await readResponse(path.join(folder, name.replace('.request.xml', '.response.xml')))
    // Where a sandbox refused the request or lost the response, the file holds only a comment with the reason.
    if (response.startsWith('<!--')) continue
    complete += 1
    const { responses } = parseMessageSetResponse(response)
    expect(responses.map((each) => each.name)).toEqual(requests.map((each) => each.name.replace(/Rq$/, 'Rs')))
    const selected = request.includes('<IncludeRetElement>')
    expect(
      responses.flatMap((each) => findResponseViolations(each, { selected })),
      name,
    ).toEqual([])
  }
  expect(complete).toBeGreaterThan(0)
})
