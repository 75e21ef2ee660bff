-- CreateTable
CREATE TABLE "billing_account" (
    "orgId" TEXT NOT NULL,
    "customerId" TEXT,
    "checkoutSessionId" TEXT,
    "checkoutAttempt" INTEGER NOT NULL DEFAULT 0,
    "subscriptionId" TEXT,
    "subscriptionItemId" TEXT,
    "status" TEXT,
    "quantity" INTEGER,
    "quantityChange" INTEGER NOT NULL DEFAULT 0,
    "currentPeriodEnd" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "endReason" TEXT,
    "failingInvoiceId" TEXT,
    "fetchedAt" TIMESTAMPTZ(3),
    "attemptedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_account_pkey" PRIMARY KEY ("orgId")
);

-- CreateTable
CREATE TABLE "billing_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "orgId" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_lease" (
    "job" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_lease_pkey" PRIMARY KEY ("job")
);

-- CreateIndex
CREATE UNIQUE INDEX "billing_account_customerId_key" ON "billing_account"("customerId");

-- CreateIndex
CREATE INDEX "billing_account_fetchedAt_idx" ON "billing_account"("fetchedAt");

-- CreateIndex
CREATE INDEX "billing_event_receivedAt_idx" ON "billing_event"("receivedAt");

-- AlterTable
ALTER TABLE "usage_day" DROP CONSTRAINT "usage_day_pkey",
ADD COLUMN     "clientId" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "usage_day_pkey" PRIMARY KEY ("realmId", "day", "clientId");
