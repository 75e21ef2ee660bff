-- CreateEnum
CREATE TYPE "ValueForm" AS ENUM ('text', 'numeric');

-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN     "faultCodes" "ValueForm" NOT NULL DEFAULT 'text',
ADD COLUMN     "ids" "ValueForm" NOT NULL DEFAULT 'text';
