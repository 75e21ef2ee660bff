import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The server is outside Next's bundle (see lib/bridge.ts), so modules used by both must stay outside, too.
  serverExternalPackages: ['@trpc/server'],
  transpilePackages: [
    '@bridge/faults',
    '@bridge/qbxml',
    '@bridge/translation',
    '@bridge/emulator',
    '@bridge/agent-protocol',
  ],
  // `npm run check` checks the whole repository's types.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A page opened while the network is away loads when it is back (docs/decisions/0051-tell-open-pages-what-changed-not-how.md).
    useOffline: true,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'],
  },
}

export default config
