import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, inject, it } from 'vitest'
import { deliverToReceiver, verifierToken } from './deliver.ts'
import { parseVerdict, type ReceiverRecording, type ReceiverRequest, type Verdict } from './receiver-recording.ts'
import { findReceiver, getReceiverPath } from './receivers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the receiver that `npm run test:clients -- --receiver FOLDER` names. */
    receiverFolder: string
  }
}

const folder = inject('receiverFolder')
const receiver = findReceiver(folder)

/** Runs the receiver's code with a request. */
async function verify({ headers, body }: ReceiverRequest, token = verifierToken): Promise<Verdict> {
  const [command = '', ...args] = receiver.command.map((part) =>
    /^[\w-]+\.(?:py|go|php|ts|java|rb)$/i.test(part) ? getReceiverPath('programs', part) : part,
  )
  const child = spawn(command, [...args, folder], {
    env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', HOME: tmpdir(), LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ headers, body, token }))
  const output = child.stdout.toArray()
  const [code] = await once(child, 'close')
  const text = Buffer.concat(await output).toString()
  if (code !== 0) throw new Error(`${command} exited with ${code}: ${text}`)
  return parseVerdict(text)
}

it(`verifies the requests of a delivery worker with the code of ${receiver.name}`, async () => {
  const recording: ReceiverRecording = []
  for (const request of await deliverToReceiver()) {
    recording.push({
      request,
      verdict: await verify(request),
      verdictOnChangedBody: await verify({
        ...request,
        body: request.body.replace('Invoice', 'Payment').replace('invoice', 'payment'),
      }),
      verdictOnOtherToken: await verify(request, 'another token'),
    })
  }
  for (const { request, verdict } of recording) {
    process.stdout.write(`${receiver.name}, ${request.format}: ${JSON.stringify(verdict)}\n`)
  }
  expect(recording.map(({ request }) => request.format)).toEqual(['cloudevents', 'legacy'])
  for (const each of recording) {
    expect(each.verdict.isVerified).toBe(true)
    expect(each.verdictOnChangedBody.isVerified).toBe(false)
    expect(each.verdictOnOtherToken.isVerified).toBe(false)
  }
  if (inject('isRecording')) {
    await writeFile(getReceiverPath('recordings', receiver.file), `${JSON.stringify(recording, null, 2)}\n`)
  }
}, 600_000)
