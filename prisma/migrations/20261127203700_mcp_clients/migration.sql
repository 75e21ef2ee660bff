-- CreateEnum
CREATE TYPE "Audience" AS ENUM ('data_plane', 'mcp');

-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN "metadataUrl" TEXT,
ALTER COLUMN "secretHash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "consent_request" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane',
ADD COLUMN "metadataUrl" TEXT,
ALTER COLUMN "clientId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "authorization_code" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane';

-- AlterTable
ALTER TABLE "connection" ADD COLUMN "audience" "Audience" NOT NULL DEFAULT 'data_plane';
