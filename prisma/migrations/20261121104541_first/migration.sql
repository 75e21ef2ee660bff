-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'member');

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('trial', 'production', 'enterprise');

-- CreateEnum
CREATE TYPE "RealmKind" AS ENUM ('sandbox', 'production');

-- CreateEnum
CREATE TYPE "SessionPhase" AS ENUM ('ready', 'app_not_open', 'draining');

-- CreateEnum
CREATE TYPE "WriteState" AS ENUM ('queued', 'sending', 'answered', 'cancelled');

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT NOT NULL,
    "emailVerified" TIMESTAMPTZ(3),
    "image" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_account" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "refresh_token" TEXT,
    "access_token" TEXT,
    "expires_at" INTEGER,
    "token_type" TEXT,
    "scope" TEXT,
    "id_token" TEXT,
    "session_state" TEXT,

    CONSTRAINT "sign_in_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "sessionToken" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification_token" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL
);

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "plan" "Plan" NOT NULL DEFAULT 'trial',
    "trialEndsAt" TIMESTAMPTZ(3),
    "graceUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "id" TEXT NOT NULL,
    "orgId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "realm" (
    "id" CHAR(16) NOT NULL,
    "orgId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "RealmKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "realm_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "realm_settings" (
    "realmId" CHAR(16) NOT NULL,
    "departmentsFromClasses" BOOLEAN NOT NULL DEFAULT false,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "realm_settings_pkey" PRIMARY KEY ("realmId")
);

-- CreateTable
CREATE TABLE "agent_token" (
    "id" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "label" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "agent_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connector_credential" (
    "id" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "userName" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "fileId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastPolledAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "connector_credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "orgId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirectUris" TEXT[],
    "secretHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_request" (
    "tokenHash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "state" TEXT,
    "codeChallenge" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_request_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "authorization_code" (
    "codeHash" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "codeChallenge" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "consumedAt" TIMESTAMPTZ(3),
    "connectionId" TEXT,

    CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("codeHash")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "scope" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "tokenHash" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "tokenHash" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "rotatedAt" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "orgId" TEXT NOT NULL,
    "creatorId" TEXT NOT NULL,
    "name" VARCHAR(32) NOT NULL,
    "keyHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_day" (
    "realmId" CHAR(16) NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("realmId","day")
);

-- CreateTable
CREATE TABLE "rate_window" (
    "key" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "taken" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("key","startsAt")
);

-- CreateTable
CREATE TABLE "realm_session" (
    "realmId" CHAR(16) NOT NULL,
    "gatewayUrl" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "phase" "SessionPhase" NOT NULL,
    "agentTokenId" TEXT,
    "agentVersion" TEXT,
    "companyFile" TEXT,
    "connectedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "realm_session_pkey" PRIMARY KEY ("realmId")
);

-- CreateTable
CREATE TABLE "write_journal" (
    "id" UUID NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "entity" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requestId" TEXT,
    "requestHash" TEXT,
    "messageSetId" VARCHAR(23),
    "state" "WriteState" NOT NULL DEFAULT 'queued',
    "epoch" BIGINT,
    "answer" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "answeredAt" TIMESTAMPTZ(3),

    CONSTRAINT "write_journal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_company" (
    "realmId" CHAR(16) NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "template" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_company_pkey" PRIMARY KEY ("realmId")
);

-- CreateTable
CREATE TABLE "sandbox_document" (
    "realmId" CHAR(16) NOT NULL,
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "value" JSONB,

    CONSTRAINT "sandbox_document_pkey" PRIMARY KEY ("realmId","kind","id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL,
    "orgId" TEXT,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "resourceKind" TEXT NOT NULL,
    "resourceId" TEXT NOT NULL,
    "ip" TEXT,
    "details" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_account_provider_providerAccountId_key" ON "sign_in_account"("provider", "providerAccountId");

-- CreateIndex
CREATE UNIQUE INDEX "session_sessionToken_key" ON "session"("sessionToken");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_token_key" ON "verification_token"("token");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_identifier_token_key" ON "verification_token"("identifier", "token");

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "membership_userId_idx" ON "membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "membership_orgId_userId_key" ON "membership"("orgId", "userId");

-- CreateIndex
CREATE INDEX "realm_orgId_idx" ON "realm"("orgId");

-- CreateIndex
CREATE UNIQUE INDEX "agent_token_tokenHash_key" ON "agent_token"("tokenHash");

-- CreateIndex
CREATE INDEX "agent_token_realmId_idx" ON "agent_token"("realmId");

-- CreateIndex
CREATE UNIQUE INDEX "connector_credential_userName_key" ON "connector_credential"("userName");

-- CreateIndex
CREATE INDEX "connector_credential_realmId_idx" ON "connector_credential"("realmId");

-- CreateIndex
CREATE INDEX "oauth_client_orgId_idx" ON "oauth_client"("orgId");

-- CreateIndex
CREATE INDEX "consent_request_expiresAt_idx" ON "consent_request"("expiresAt");

-- CreateIndex
CREATE INDEX "authorization_code_expiresAt_idx" ON "authorization_code"("expiresAt");

-- CreateIndex
CREATE INDEX "connection_clientId_idx" ON "connection"("clientId");

-- CreateIndex
CREATE INDEX "connection_realmId_idx" ON "connection"("realmId");

-- CreateIndex
CREATE INDEX "access_token_connectionId_idx" ON "access_token"("connectionId");

-- CreateIndex
CREATE INDEX "access_token_expiresAt_idx" ON "access_token"("expiresAt");

-- CreateIndex
CREATE INDEX "refresh_token_connectionId_idx" ON "refresh_token"("connectionId");

-- CreateIndex
CREATE INDEX "refresh_token_expiresAt_idx" ON "refresh_token"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_keyHash_key" ON "api_key"("keyHash");

-- CreateIndex
CREATE INDEX "api_key_orgId_idx" ON "api_key"("orgId");

-- CreateIndex
CREATE INDEX "rate_window_startsAt_idx" ON "rate_window"("startsAt");

-- CreateIndex
CREATE INDEX "write_journal_realmId_requestId_idx" ON "write_journal"("realmId", "requestId");

-- CreateIndex
CREATE INDEX "write_journal_createdAt_idx" ON "write_journal"("createdAt");

-- CreateIndex
CREATE INDEX "sandbox_document_realmId_version_idx" ON "sandbox_document"("realmId", "version");

-- CreateIndex
CREATE INDEX "audit_event_orgId_createdAt_idx" ON "audit_event"("orgId", "createdAt");

-- AddForeignKey
ALTER TABLE "sign_in_account" ADD CONSTRAINT "sign_in_account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm" ADD CONSTRAINT "realm_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_settings" ADD CONSTRAINT "realm_settings_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_token" ADD CONSTRAINT "agent_token_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connector_credential" ADD CONSTRAINT "connector_credential_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_client" ADD CONSTRAINT "oauth_client_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_request" ADD CONSTRAINT "consent_request_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_request" ADD CONSTRAINT "consent_request_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_creatorId_fkey" FOREIGN KEY ("creatorId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_session" ADD CONSTRAINT "realm_session_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "write_journal" ADD CONSTRAINT "write_journal_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_company" ADD CONSTRAINT "sandbox_company_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_document" ADD CONSTRAINT "sandbox_document_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "sandbox_company"("realmId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
