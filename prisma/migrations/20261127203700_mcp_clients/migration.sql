-- CreateEnum
CREATE TYPE "Audience" AS ENUM ('data_plane', 'mcp');

-- AlterTable
-- Processes of the previous version see a row without a secret only after a host has connected with this one.
ALTER TABLE "oauth_client" ADD COLUMN "metadataUrl" TEXT,
-- squawk-ignore ban-drop-not-null
ALTER COLUMN "secretHash" DROP NOT NULL;

-- AlterTable
-- A request without a client is read only by the version that stored it: its form leads back there within minutes.
ALTER TABLE "consent_request" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane',
ADD COLUMN "metadataUrl" TEXT,
-- squawk-ignore ban-drop-not-null
ALTER COLUMN "clientId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "authorization_code" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane';

-- AlterTable
ALTER TABLE "connection" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane';
