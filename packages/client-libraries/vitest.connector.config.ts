import base from '../../vitest.config.ts'

/** The tests of `npm run test:connector`, which take minutes. */
export default { ...base, test: { ...base.test, include: ['src/**/*.whole.ts'] } }
