import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { deliverToReceiver } from './deliver.ts'
import { type ReceiverRequest, receiverRecordingSchema } from './receiver-recording.ts'
import { getReceiverPath, receivers } from './receivers.ts'

let sent: ReceiverRequest[]

beforeAll(async () => {
  sent = await deliverToReceiver()
})

describe.each(receivers)('$name', ({ file }) => {
  const text = readFileSync(getReceiverPath('recordings', file), 'utf8')
  const recording = receiverRecordingSchema.parse(JSON.parse(text))

  it('gets from a delivery worker what it verified, in both formats', () => {
    expect(sent).toEqual(recording.map(({ request }) => request))
    for (const { verdict } of recording) expect(verdict.isVerified).toBe(true)
  })

  it('refused another body and the signature of another token', () => {
    const others = recording.flatMap(({ verdictOnChangedBody, verdictOnOtherToken }) => [
      verdictOnChangedBody,
      verdictOnOtherToken,
    ])
    expect(others.map(({ isVerified }) => isVerified)).toEqual([false, false, false, false])
  })
})
