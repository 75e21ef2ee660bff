import { connectFile, cutTags, logWrite, manyParameters, manyTabs, respondWithCells } from '../texts/hostile-texts.ts'
import { createVisitors } from './create-visitors.ts'
import { expectStatus } from './expect-status.ts'
import type { CreateLoad } from './run-load.ts'

/** Texts for which patterns once took long, by name. */
export const patternLoads: Readonly<Record<string, CreateLoad>> = {
  'a pattern meets zeros in cells of a report': async (target) => {
    const { call, end } = await connectFile(target, respondWithCells)
    return {
      repeat: async () => ![401, 429, 503].includes((await call('/reports/AgedPayables')).status),
      end,
      atOnce: 4,
    }
  },
  'a pattern meets tabs in If-None-Match': async ({ pagesOrigin }) => {
    const { request, end } = createVisitors(pagesOrigin, 10)
    return {
      repeat: () => request({ method: 'GET', path: '/sign-in', headers: { 'if-none-match': manyTabs } }),
      end,
      atOnce: 10,
    }
  },
  'a pattern meets tags in the log that are cut off': async (target) => {
    const request = await logWrite(target, cutTags)
    return { repeat: expectStatus(200, () => target.send(request)), atOnce: 10 }
  },
  'a pattern meets parameters of a Web Connector': async ({ gatewayOrigin }) => {
    const { request, end } = createVisitors(gatewayOrigin, 10)
    return { repeat: () => request({ method: 'GET', path: manyParameters }), end, atOnce: 10 }
  },
}
