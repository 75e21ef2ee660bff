import { expect, it } from 'vitest'
import { createAddressLimiter } from './address-limit.ts'

it('counts each address until the minute ends', () => {
  let now = 61_000
  const limiter = createAddressLimiter({ limit: 5, clock: () => new Date(now) })
  expect(limiter.consume('203.0.113.7', 4)).toEqual({ allowed: true, limit: 5, remaining: 1, resetSeconds: 59 })
  expect(limiter.consume('203.0.113.7', 4)).toEqual({ allowed: false, limit: 5, remaining: 1, resetSeconds: 59 })
  expect(limiter.consume('203.0.113.7', 1)).toMatchObject({ allowed: true, remaining: 0 })
  expect(limiter.consume('203.0.113.8', 1)).toMatchObject({ allowed: true, remaining: 4 })
  now = 120_000
  expect(limiter.consume('203.0.113.7', 4)).toMatchObject({ allowed: true, resetSeconds: 60 })
})

it('counts permits no more that are given back', () => {
  const limiter = createAddressLimiter({ limit: 2, clock: () => new Date(0) })
  limiter.consume('203.0.113.7', 2)
  limiter.giveBack('203.0.113.7', 1)
  expect(limiter.consume('203.0.113.7', 1)).toMatchObject({ allowed: true, remaining: 0 })
  limiter.giveBack('203.0.113.8', 5)
  expect(limiter.consume('203.0.113.8', 3).allowed).toBe(false)
})

it('counts the addresses of an IPv6 network together', () => {
  const limiter = createAddressLimiter({ limit: 1, clock: () => new Date(0) })
  expect(limiter.consume('2001:db8::1', 1).allowed).toBe(true)
  expect(limiter.consume('2001:db8::2', 1).allowed).toBe(false)
})

it('counts addresses together once there are too many', () => {
  const limiter = createAddressLimiter({ limit: 1, clock: () => new Date(0) })
  for (let index = 0; index < 50_000; index++) limiter.consume(`client-${index}`, 1)
  expect(limiter.consume('late', 1).allowed).toBe(true)
  expect(limiter.consume('later', 1).allowed).toBe(false)
})
