import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultCode, faults } from './data-plane.ts'
import { faultOfStatus } from './desktop-status.ts'
import { desktopStatuses } from './desktop-statuses.ts'
import { desktopStatus, Fault } from './fault.ts'
import { otherStatusAnchor, renderFault, renderFaultSlot } from './render-fault.ts'

const docsUrl = 'https://bridge.example/docs/errors'
const time = new Date('2026-07-01T12:00:00.000Z')
const codes = Object.keys(faults) as FaultCode[]

describe('renderFault', () => {
  it('answers one error with its code, message, detail, element and explanation [dp-2.3:Fault.Error] [dp-2.3:1] [dp-2.3:4] [dp-2.3:svc]', () => {
    const fault = new Fault('2050', 'DocNumber holds at most 11 characters; this one has 12.', { element: 'DocNumber' })

    expect(renderFault(fault, { docsUrl, time })).toEqual({
      status: 400,
      headers: {},
      body: {
        Fault: {
          Error: [
            {
              Message: faults['2050'].message,
              Detail: 'DocNumber holds at most 11 characters; this one has 12. https://bridge.example/docs/errors#2050',
              code: '2050',
              element: 'DocNumber',
            },
          ],
          type: 'ValidationFault',
        },
        time: '2026-07-01T12:00:00.000+00:00',
        svc: {
          code: '2050',
          causes: faults['2050'].causes,
          fixes: faults['2050'].fixes,
          docsUrl: 'https://bridge.example/docs/errors#2050',
        },
      },
    })
  })

  it('quotes no more of a long request than a person reads', () => {
    const sent = `${'k'.repeat(248)}😀${'k'.repeat(100_000)}`
    const { body } = renderFault(new Fault('UNMAPPED_FIELD', `there is no field ${sent}`, { element: sent }), {
      docsUrl,
      time,
    })
    expect(JSON.stringify(body.Fault).length).toBeLessThan(3_000)
    expect(body.Fault.Error[0].element).toBe(`${'k'.repeat(248)}…`)
    expect(body.Fault.Error[0].Detail).toMatch(/…\shttps:\/\/bridge\.example\/docs\/errors#UNMAPPED_FIELD$/)
  })

  it('calls a stale token by its name [dp-7.3:5010]', () => {
    const { status, body } = renderFault(new Fault('5010', 'The record changed.'), { docsUrl, time })
    expect([status, body.Fault.Error[0].Message]).toEqual([400, 'Stale Object Error'])
  })

  it.each([
    [
      'QueryParserError: Encountered "FORM" at line 1, column 10.\nselect * FORM',
      'QueryParserError: Encountered "FORM" at line 1, column 10.',
    ],
    [
      'QueryValidationError: Property Foo not found for Entity Customer',
      'QueryValidationError: Property Foo not found for Entity Customer',
    ],
    ['an open string', 'QueryParserError: an open string'],
  ])('says in the message which kind of rejection it is: %j [dp-7.3:4000]', (detail, message) => {
    expect(renderFault(new Fault('4000', detail), { docsUrl, time }).body.Fault.Error[0].Message).toBe(message)
  })

  it('takes a second status where the catalogue has one, and no other [dp-7.1:UNSUPPORTED_BY_DESKTOP]', () => {
    const statusOf = (code: FaultCode, status: number) =>
      renderFault(new Fault(code, '', { status }), { docsUrl, time }).status
    expect(statusOf('UNSUPPORTED_BY_DESKTOP', 400)).toBe(400)
    expect(statusOf('UNSUPPORTED_BY_DESKTOP', 500)).toBe(422)
    expect(statusOf('AUTHORIZATION_FAILED', 200)).toBe(403)
  })

  it('sends Retry-After in whole seconds, at least 1', () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 100_000, noNaN: true }), (seconds) => {
        const { headers } = renderFault(new Fault('RATE_LIMITED', '', { retryAfterSeconds: seconds }), {
          docsUrl,
          time,
        })
        expect(headers['Retry-After']).toMatch(/^[1-9][0-9]*$/)
        expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(seconds)
      }),
    )
  })

  it('renders every code: a system fault exactly where the status is 5xx, a link to an anchor at the end [dp-2.3:Fault.type] [dp-2.3:time] [dp-2.3:3]', () => {
    const anchors = new Set<string>([...codes, ...Object.keys(desktopStatuses), otherStatusAnchor])
    const anyCode = fc.oneof(fc.constantFrom(...codes), fc.integer({ min: -1, max: 9999 }).map(desktopStatus))
    fc.assert(
      fc.property(anyCode, fc.string(), (code, detail) => {
        const { status, body } = renderFault(new Fault(code, detail), { docsUrl, time })
        const [error] = body.Fault.Error
        const [page, anchor] = body.svc.docsUrl.split('#')
        expect(body.Fault.type).toBe(status >= 500 ? 'SystemFault' : 'ValidationFault')
        expect(error.Detail.startsWith(detail) && error.Detail.endsWith(body.svc.docsUrl)).toBe(true)
        expect([error.code, body.svc.code]).toEqual([code, code])
        expect(page).toBe(docsUrl)
        expect(anchors).toContain(anchor)
        expect(body.time).toMatch(/\+00:00$/)
      }),
    )
  })

  it('shows nothing of the cause', () => {
    const fault = new Fault('INTERNAL_ERROR', 'Something failed.', { cause: new Error('postgres://secret') })
    expect(JSON.stringify(renderFault(fault, { docsUrl, time }))).not.toContain('secret')
  })
})

describe('renderFaultSlot', () => {
  it('is the fault without its time, for a batch item that failed in a batch that answers 200', () => {
    const slot = renderFaultSlot(new Fault('BATCH_UNSUPPORTED_OPTION', 'optionsData "print" is not supported.'), {
      docsUrl,
    })
    expect(Object.keys(slot)).toEqual(['Fault', 'svc'])
    expect(slot.Fault.type).toBe('ValidationFault')
  })
})

describe('faultOfStatus', () => {
  it.each([
    [3100, '6240'],
    [3120, '610'],
    [3200, '5010'],
    [3140, '2500'],
    [3130, '2500'],
    [3070, '2020'],
    [3250, '3250'],
    [3210, '3210'],
    [Number.NaN, '-1'],
  ])('maps the QuickBooks status %d to %s', (statusCode, code) => {
    expect(faultOfStatus(statusCode, 'text').code).toBe(code)
  })

  it('passes an unknown status through with the text of QuickBooks, labelled', () => {
    const { status, body } = renderFault(faultOfStatus(3210, 'You cannot pay more than the amount due.'), {
      docsUrl,
      time,
    })
    expect(status).toBe(400)
    expect(body.Fault.Error[0]).toMatchObject({
      code: '3210',
      Message: 'Business Validation Error',
      Detail: `QuickBooks Desktop: You cannot pay more than the amount due. ${docsUrl}#${otherStatusAnchor}`,
    })
  })

  it('keeps the field that the caller knows', () => {
    expect(faultOfStatus(3140, 'text', { element: 'CustomerRef' }).element).toBe('CustomerRef')
  })
})
