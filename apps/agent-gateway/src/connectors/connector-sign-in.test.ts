import { requireRealmId } from '@bridge/agent-protocol'
import { addKeyedHash, hashPassword, verifyPassword } from '@bridge/database/passwords'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { describe, expect, it } from 'vitest'
import { stopTime } from '../../test/stopped-time.ts'
import type { ConnectorCredential } from './connector-credential.store.ts'
import { createConnectorSignIn } from './connector-sign-in.ts'

const secret = 's'.repeat(32)
const nextSecret = 'n'.repeat(32)
const owner = '198.51.100.7'
const stranger = '203.0.113.9'
const minuteMs = 60_000

/** A sign-in over credentials in memory, which counts queries and slow hashes. */
function setup(secrets: readonly [string, ...string[]] = [secret], verifySlowly = verifyPassword) {
  const time = stopTime()
  const rows = new Map<string, ConnectorCredential>()
  const counts = { queries: 0, slowHashes: 0 }
  const signIn = createConnectorSignIn({
    credentials: {
      find: async (userName) => {
        counts.queries += 1
        return rows.get(userName)
      },
      replaceHash: async (credential, passwordHash) => {
        const replaced = { ...credential, passwordHash }
        rows.set(credential.id, replaced)
        return replaced
      },
    },
    secrets,
    clock: time.now,
    verifySlowly: (password, stored) => {
      counts.slowHashes += 1
      return verifySlowly(password, stored)
    },
  })
  const add = (name: string, passwordHash: string) => {
    const realmId = requireRealmId('1234567890123456')
    rows.set(name, {
      id: name,
      realmId,
      orgId: 'org',
      fileId: 'file',
      passwordHash,
      isProved: true,
      companyFilePath: null,
      isClosed: false,
      opensQuickBooks: false,
    })
  }
  return {
    signIn,
    counts,
    time,
    add,
    findHash: (name: string) => rows.get(name)?.passwordHash ?? '',
    /** Adds a credential as the portal creates it, and returns its password. */
    create: async (name: string, hash = hashPassword) => {
      const password = mintSecret('svcw_')
      add(name, await addKeyedHash(password, await hash(password), secret))
      return password
    },
  }
}

function guess(signIn: ReturnType<typeof setup>['signIn'], names: readonly string[], address = stranger) {
  return Promise.all(names.map((name) => signIn(name, mintSecret('svcw_'), address)))
}

describe('a thousand wrong passwords at once', () => {
  it('a thousand wrong passwords at once for one user name are five queries and no slow hash, and delay no other', async () => {
    const { signIn, counts, create } = setup()
    await create('victim')
    const password = await create('neighbor')
    const guessed = guess(signIn, Array<string>(1_000).fill('victim'))
    expect(await signIn('neighbor', password, owner)).toMatchObject({ id: 'neighbor' })
    expect((await guessed).filter((result) => result === 'nvu')).toHaveLength(5)
    expect(counts).toEqual({ queries: 6, slowHashes: 0 })
  })

  it('a thousand wrong passwords at once for as many user names are no slow hash, and delay no other', async () => {
    const { signIn, counts, create } = setup()
    const password = await create('neighbor')
    const names = Array.from({ length: 1_000 }, (_, index) => `name-${index}`)
    for (const name of names.slice(0, 20)) await create(name)
    const guessed = guess(signIn, names)
    expect(await signIn('neighbor', password, owner)).toMatchObject({ id: 'neighbor' })
    expect(new Set(await guessed)).toEqual(new Set(['nvu']))
    expect(counts.slowHashes).toBe(0)
  })

  it('a thousand wrong passwords at once for slow hashes of before compute two of them, and delay no other', async () => {
    const { signIn, counts, add, create } = setup()
    const password = await create('neighbor')
    const stored = await hashPassword(mintSecret('svcw_'))
    const names = Array.from({ length: 1_000 }, (_, index) => `name-${index}`)
    for (const name of names) add(name, stored)
    const guessed = guess(signIn, names)
    expect(await signIn('neighbor', password, owner)).toMatchObject({ id: 'neighbor' })
    expect((await guessed).filter((result) => result === 'nvu')).toHaveLength(2)
    expect(counts.slowHashes).toBe(2)
  })
})

describe('the right password', () => {
  it('the right password is valid after five wrong ones of a stranger, also for another gateway', async () => {
    const { signIn, create } = setup()
    const password = await create('name')
    expect(await guess(signIn, Array<string>(6).fill('name'))).toEqual([...Array<string>(5).fill('nvu'), 'busy'])
    expect(await signIn('name', password, owner)).toMatchObject({ id: 'name' })
    expect(await signIn('name', password, undefined)).toMatchObject({ id: 'name' })
  })

  it('the right password is busy, and not wrong, after five wrong ones from the same address, until the minute ends [cp-4:connector-attempts]', async () => {
    const { signIn, create, time } = setup()
    const password = await create('name')
    await guess(signIn, Array<string>(5).fill('name'), owner)
    expect(await signIn('name', password, owner)).toBe('busy')
    time.pass(minuteMs)
    expect(await signIn('name', password, owner)).toMatchObject({ id: 'name' })
  })

  it('the right password does not count, nor does one that is mistyped', async () => {
    const { signIn, create, counts } = setup()
    const password = await create('name')
    for (let time = 1; time <= 20; time += 1) {
      expect(await signIn('name', `${password.slice(0, -1)}!`, owner)).toBe('nvu')
      expect(await signIn('name', password, owner)).toMatchObject({ id: 'name' })
    }
    expect(counts).toEqual({ queries: 20, slowHashes: 0 })
  })

  it('counts for the /64 of an IPv6 address', async () => {
    const { signIn, create } = setup()
    const password = await create('name')
    await guess(signIn, Array<string>(5).fill('name'), '2001:db8::1')
    expect(await signIn('name', password, '2001:db8::2')).toBe('busy')
    expect(await signIn('name', password, '2001:db8:0:1::2')).toMatchObject({ id: 'name' })
  })
})

describe('a password with a slow hash of before', () => {
  it.each([
    ['scrypt', hashPassword],
    ['SHA-256', async (password: string) => hashSecret(password)],
  ])('gets a keyed one with its next sign-in: %s', async (_what, hash) => {
    const { signIn, counts, add, findHash } = setup()
    const password = mintSecret('svcw_')
    add('name', await hash(password))
    expect(await signIn('name', mintSecret('svcw_'), owner)).toBe('nvu')
    const credential = await signIn('name', password, owner)
    expect(credential).toMatchObject({ passwordHash: findHash('name') })
    expect(findHash('name').split('$')).toHaveLength(5)
    for (let time = 1; time <= 3; time += 1) expect(await signIn('name', password, owner)).toEqual(credential)
    expect(await signIn('name', mintSecret('svcw_'), owner)).toBe('nvu')
    expect(counts.slowHashes).toBe(2)
  })

  it('a password with a slow hash of before is verified once at a time, and busy in the meantime', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const { signIn, counts, add } = setup([secret], async (password, stored) => {
      await gate
      return verifyPassword(password, stored)
    })
    const password = mintSecret('svcw_')
    add('name', await hashPassword(password))
    const results = [signIn('name', password, owner), signIn('name', password, stranger)]
    expect(await results[1]).toBe('busy')
    open()
    expect(await results[0]).toMatchObject({ id: 'name' })
    expect(counts.slowHashes).toBe(1)
  })

  it('a password with a slow hash of before does not use up the attempts while the service is busy or fails', async () => {
    let isAway = true
    const { signIn, add } = setup([secret], async (password, stored) => {
      if (isAway) throw new Error('away')
      return verifyPassword(password, stored)
    })
    const password = mintSecret('svcw_')
    add('name', await hashPassword(password))
    for (let time = 1; time <= 8; time += 1) await expect(signIn('name', password, owner)).rejects.toThrow('away')
    isAway = false
    expect(await signIn('name', password, owner)).toMatchObject({ id: 'name' })
  })
})

describe('while the secret is rotated, a keyed hash', () => {
  it('while the secret is rotated, a keyed hash is valid with every secret that is accepted, and is not replaced', async () => {
    const { signIn, counts, create, findHash } = setup([nextSecret, secret])
    const password = await create('name')
    const stored = findHash('name')
    expect(await signIn('name', password, owner)).toMatchObject({ passwordHash: stored })
    expect(counts.slowHashes).toBe(0)
  })

  it('while the secret is rotated, a keyed hash of a secret that is not accepted any more is replaced with the next sign-in', async () => {
    const { signIn, counts, create, findHash } = setup([nextSecret])
    const password = await create('name')
    expect(await signIn('name', mintSecret('svcw_'), owner)).toBe('nvu')
    for (let time = 1; time <= 3; time += 1) {
      expect(await signIn('name', password, owner)).toMatchObject({ passwordHash: findHash('name') })
    }
    expect(counts.slowHashes).toBe(2)
  })
})
