import type { ShownSecrets } from '../../components/shown-secrets.ts'

/** Returns Web Connector credentials for the secrets dialog. */
export function toConnectorSecrets(userName: string, password: string): Pick<ShownSecrets, 'fileName' | 'secrets'> {
  return {
    fileName: 'web-connector.env',
    secrets: [
      { label: 'Password', environmentName: 'CONNECTOR_PASSWORD', value: password },
      { label: 'User name', environmentName: 'CONNECTOR_USER_NAME', value: userName },
    ],
  }
}
