'use client'

import { Button, type ButtonProps, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { useTRPCClient } from '../../lib/trpc.ts'

interface DownloadConnectorFileProps extends ButtonProps {
  readonly credential: { readonly id: string; readonly label: string }
  readonly label?: string
}

/** Downloads the file for adding the service to the QuickBooks Web Connector. */
export function DownloadConnectorFile({ credential, label = 'Download', ...button }: DownloadConnectorFileProps) {
  const client = useTRPCClient()
  const download = useMutation({
    mutationFn: () => client.downloadConnectorFile.query({ credentialId: credential.id }),
    onSuccess: ({ name, text }) => saveFile(name, 'application/octet-stream', text),
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        aria-label={`Download the file of ${credential.label}`}
        loading={download.isPending}
        onClick={() => download.mutate()}
        {...button}
      >
        {label}
      </Button>
      <FailedChange change={download} title="The file was not downloaded" />
    </Stack>
  )
}
