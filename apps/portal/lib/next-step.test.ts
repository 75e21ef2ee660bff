import { problems } from '@bridge/faults'
import { describe, expect, it } from 'vitest'
import { mayOpen } from '../features/organizations/may-open.ts'
import { findNextStep, isObstacle, obstacles, type Situation } from './next-step.ts'
import { mayManage, mayOwn, type Role } from './permissions.ts'

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer']
const billings: readonly Situation['billing'][] = [
  undefined,
  { billingEnabled: false, action: null },
  { billingEnabled: true, action: null },
  { billingEnabled: true, action: 'checkout' },
  { billingEnabled: true, action: 'portal' },
]
const organizations: readonly Situation['organization'][] = [
  undefined,
  ...roles.map((role) => ({ slug: 'acme', role })),
]

/** Every combination of an obstacle, a role and a state of billing. */
const combinations = obstacles.flatMap((obstacle) =>
  organizations.flatMap((organization) => billings.map((billing) => ({ obstacle, organization, billing }))),
)

describe('findNextStep', () => {
  it('knows every problem of the control plane', () => {
    expect(Object.keys(problems).filter((code) => !isObstacle(code))).toEqual([])
  })

  it.each(obstacles)('names a step for %s that works for every role and state of billing', (obstacle) => {
    for (const situation of combinations.filter((each) => each.obstacle === obstacle)) {
      const { organization, billing } = situation
      const step = findNextStep(obstacle, situation)
      const where = `${obstacle} ${organization?.role ?? 'outside'} ${JSON.stringify(billing)}`
      switch (step.kind) {
        case 'open': {
          const path = /^\/orgs\/acme(\/.+)$/.exec(step.href)?.[1]
          const isReachable = path === undefined || (organization && mayOpen(organization.role, path))
          expect(isReachable && step.label !== '', where).toBe(true)
          break
        }
        case 'subscribe':
          expect(billing, where).toEqual({ billingEnabled: true, action: 'checkout' })
          expect(organization && mayManage(organization.role), where).toBe(true)
          break
        case 'ask':
          expect(organization && (step.needs === 'owner' ? mayOwn : mayManage)(organization.role), where).toBe(false)
          break
        case 'operator':
          expect(billing?.action ?? null, where).toBeNull()
          expect(step.text, where).not.toBe('')
          break
        case 'stay':
          expect(step.text, where).not.toBe('')
          break
        case 'sign-in':
          break
      }
    }
  })

  it('never leads to a payment where there is no provider', () => {
    const steps = combinations
      .filter(({ billing }) => billing?.billingEnabled === false)
      .map(({ obstacle, ...situation }) => findNextStep(obstacle, situation).kind)
    expect(steps).not.toContain('subscribe')
  })
})
