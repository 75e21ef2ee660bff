// Repeats the attacks' loads, one at a time, on a service whose facts are its argument: a message is a load to start,
// or 'stop'. Replies when the load is under way, and with its counts when it has stopped.

import { connectDatabase } from '@bridge/database'
import { loads } from '@bridge/prove/attack/loads'
import { duringLoad, untilUnderWay } from '@bridge/prove/attack/run-load'
import type { AttackedService, LoadToStart } from './worst-cases.ts'

const maxUnderWayMs = 20_000
const addresses = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 2}`)
const { databaseUrl, ...facts } = JSON.parse(process.argv[2] ?? '{}') as AttackedService
const database = connectDatabase(databaseUrl)
let stop: () => void = () => undefined

async function repeat({ name, attacker }: LoadToStart): Promise<void> {
  const createLoad = loads[name]
  if (createLoad === undefined) throw new Error(`There is no load ${name}.`)
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const target = { ...facts, attacker, database }
  const { counts } = await duringLoad(createLoad, { target, addresses }, async (countsSoFar) => {
    await untilUnderWay(countsSoFar, maxUnderWayMs)
    process.send?.('under way')
    await stopped
  })
  process.send?.(counts)
}

process.on('message', (message: LoadToStart | 'stop') => {
  if (message === 'stop') stop()
  else void repeat(message)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
