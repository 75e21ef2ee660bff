-- AlterTable
ALTER TABLE "sandbox_company" ADD COLUMN     "epoch" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "sandbox_host" (
    "url" TEXT NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_host_pkey" PRIMARY KEY ("url")
);
