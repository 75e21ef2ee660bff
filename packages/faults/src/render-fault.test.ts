import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultCode, faults } from './data-plane.ts'
import { faultFromStatus } from './desktop-status.ts'
import { desktopStatuses } from './desktop-statuses.ts'
import { desktopStatus, Fault } from './fault.ts'
import { catalogueVersion, otherStatusAnchor, renderFault, renderFaultSlot } from './render-fault.ts'

const docsUrl = 'https://bridge.example/docs/errors'
const time = new Date('2026-07-01T12:00:00.000Z')
const codes = Object.keys(faults) as FaultCode[]

describe('renderFault', () => {
  it('returns one error with its code, message, detail, element and explanation [dp-2.3:Fault.Error] [dp-2.3:1] [dp-2.3:4] [dp-2.3:svc]', () => {
    const fault = new Fault('2050', 'DocNumber has at most 11 characters. This one has 12.', { element: 'DocNumber' })

    expect(renderFault(fault, { docsUrl, time })).toEqual({
      status: 400,
      headers: {},
      body: {
        Fault: {
          Error: [
            {
              Message: faults['2050'].message,
              Detail: 'DocNumber has at most 11 characters. This one has 12. https://bridge.example/docs/errors/2050',
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
          docsUrl: 'https://bridge.example/docs/errors/2050',
        },
      },
    })
  })

  it('returns a number of QuickBooks Online in code, and its own code in svc, where codes are numeric', () => {
    const { body } = renderFault(new Fault('AGENT_OFFLINE', 'No agent.'), { docsUrl, time, faultCodes: 'numeric' })
    expect(body.Fault.Error[0].code).toBe('10000')
    expect(body.svc).toMatchObject({ code: 'AGENT_OFFLINE', docsUrl: `${docsUrl}/AGENT_OFFLINE` })
  })

  it('converts a status of QuickBooks Desktop, whose numbers mean something else in QuickBooks Online', () => {
    const rejected = faultFromStatus(3210, 'You cannot pay more than the amount due.')
    const { body } = renderFault(rejected, { docsUrl, time, faultCodes: 'numeric' })
    expect(body.Fault.Error[0].code).toBe('6000')
    expect(body.svc.code).toBe('3210')
  })

  it('keeps the shape of svc within a catalogue version [dp-9.3]', () => {
    expect(catalogueVersion).toBe('2026-07')
    const { svc } = renderFault(new Fault('610', 'There is no such record.'), { docsUrl, time }).body
    expect(Object.keys(svc ?? {})).toEqual(['code', 'causes', 'fixes', 'docsUrl'])
  })

  it('truncates quotations from a long request', () => {
    const sent = `${'k'.repeat(248)}😀${'k'.repeat(100_000)}`
    const { body } = renderFault(new Fault('UNMAPPED_FIELD', `The entity has no field ${sent}`, { element: sent }), {
      docsUrl,
      time,
    })
    expect(JSON.stringify(body.Fault).length).toBeLessThan(3_000)
    expect(body.Fault.Error[0].element).toBe(`${'k'.repeat(248)}…`)
    expect(body.Fault.Error[0].Detail).toMatch(/…\shttps:\/\/bridge\.example\/docs\/errors\/UNMAPPED_FIELD$/)
  })

  it('renders the message of a stale token as in the specification [dp-7.3:5010]', () => {
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
    ['The string is not closed.', 'QueryParserError: The string is not closed.'],
  ])('starts the message of a rejected query with the kind of error: %j [dp-7.3:4000]', (detail, message) => {
    expect(renderFault(new Fault('4000', detail), { docsUrl, time }).body.Fault.Error[0].Message).toBe(message)
  })

  it('uses the status of the fault only if the catalogue allows it for the code [dp-7.1:UNSUPPORTED_BY_DESKTOP]', () => {
    const renderStatus = (code: FaultCode, status: number) =>
      renderFault(new Fault(code, '', { status }), { docsUrl, time }).status
    expect(renderStatus('UNSUPPORTED_BY_DESKTOP', 400)).toBe(400)
    expect(renderStatus('UNSUPPORTED_BY_DESKTOP', 500)).toBe(422)
    expect(renderStatus('AUTHORIZATION_FAILED', 200)).toBe(403)
  })

  it.each(['AGENT_OFFLINE', 'APP_NOT_OPEN', 'REQUEST_OUTCOME_UNKNOWN'] as const)(
    'suggests a pause after %s, unless the fault has its own',
    (code) => {
      expect(renderFault(new Fault(code, ''), { docsUrl, time }).headers['Retry-After']).toMatch(/^\d+$/)
      const own = new Fault(code, '', { retryAfterSeconds: 3 })
      expect(renderFault(own, { docsUrl, time }).headers['Retry-After']).toBe('3')
    },
  )

  it('sets Retry-After in whole seconds, at least 1', () => {
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

  it('renders only 5xx codes as system faults, and ends every Detail with a link to the code [dp-2.3:Fault.type] [dp-2.3:time] [dp-2.3:3]', () => {
    const pages = [...codes, ...Object.keys(desktopStatuses)].map((known) => `${docsUrl}/${known}`)
    const links = new Set([...pages, `${docsUrl}#${otherStatusAnchor}`])
    const anyCode = fc.oneof(fc.constantFrom(...codes), fc.integer({ min: -1, max: 9999 }).map(desktopStatus))
    fc.assert(
      fc.property(anyCode, fc.string(), (code, detail) => {
        const { status, body } = renderFault(new Fault(code, detail), { docsUrl, time })
        const [error] = body.Fault.Error
        expect(body.Fault.type).toBe(status >= 500 ? 'SystemFault' : 'ValidationFault')
        expect(error.Detail.startsWith(detail) && error.Detail.endsWith(body.svc.docsUrl)).toBe(true)
        expect([error.code, body.svc.code]).toEqual([code, code])
        expect(links).toContain(body.svc.docsUrl)
        expect(body.time).toMatch(/\+00:00$/)
      }),
    )
  })

  it('renderFault does not expose the cause', () => {
    const fault = new Fault('INTERNAL_ERROR', 'An unexpected error occurred.', {
      cause: new Error('postgres://secret'),
    })
    expect(JSON.stringify(renderFault(fault, { docsUrl, time }))).not.toContain('secret')
  })
})

describe('renderFaultSlot', () => {
  it('renders a fault without its time, for a failed item in a batch that returns 200', () => {
    const slot = renderFaultSlot(new Fault('BATCH_UNSUPPORTED_OPTION', 'optionsData "print" is not supported.'), {
      docsUrl,
    })
    expect(Object.keys(slot)).toEqual(['Fault', 'svc'])
    expect(slot.Fault.type).toBe('ValidationFault')
  })
})

describe('faultFromStatus', () => {
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
  ])('maps the QuickBooks Desktop status %d to %s', (statusCode, code) => {
    expect(faultFromStatus(statusCode, 'text').code).toBe(code)
  })

  it('returns an unmapped status with the labeled message from QuickBooks Desktop', () => {
    const { status, body } = renderFault(faultFromStatus(3210, 'You cannot pay more than the amount due.'), {
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

  it('keeps the element from the caller', () => {
    expect(faultFromStatus(3140, 'text', { element: 'CustomerRef' }).element).toBe('CustomerRef')
  })
})
