-- CreateEnum
CREATE TYPE "RealmStateGroup" AS ENUM ('offline', 'waiting', 'never_connected', 'connected');

-- CreateTable
CREATE TABLE "realm_listing" (
    "realmId" CHAR(16) NOT NULL,
    "orgId" TEXT NOT NULL,
    "isSandbox" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,
    "stateGroup" "RealmStateGroup" NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "realm_listing_pkey" PRIMARY KEY ("realmId")
);

-- CreateIndex
CREATE INDEX "realm_listing_orgId_isSandbox_createdAt_realmId_idx" ON "realm_listing"("orgId", "isSandbox", "createdAt", "realmId");

-- CreateIndex
CREATE INDEX "realm_listing_orgId_name_realmId_idx" ON "realm_listing"("orgId", "name", "realmId");

-- CreateIndex
CREATE INDEX "realm_listing_orgId_stateGroup_name_realmId_idx" ON "realm_listing"("orgId", "stateGroup", "name", "realmId");

-- CreateIndex
CREATE INDEX "realm_listing_checkedAt_idx" ON "realm_listing"("checkedAt");

-- AddForeignKey
ALTER TABLE "realm_listing" ADD CONSTRAINT "realm_listing_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A realm's group by its leases, as getRealmState (packages/data-plane/src/realms/get-realm-state.ts) decides.
CREATE FUNCTION "public"."realm_state_group"("id" CHAR(16), "isSandbox" BOOLEAN) RETURNS "public"."RealmStateGroup"
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN "isSandbox" THEN 'connected'
    WHEN connector.condition IS NOT NULL AND coalesce(agent.condition IN ('quickbooks_closed', 'paused'), true)
      THEN CASE connector.condition WHEN 'ready' THEN 'connected' ELSE 'waiting' END
    WHEN agent.condition IS NOT NULL THEN CASE agent.condition WHEN 'ready' THEN 'connected' ELSE 'waiting' END
    WHEN agent.known OR connector.known THEN 'offline'
    ELSE 'never_connected'
  END::public."RealmStateGroup"
  FROM (SELECT) AS one
  LEFT JOIN LATERAL (
    SELECT true AS known, CASE
      WHEN lease.phase <> 'draining' AND lease."lastSeenAt" > now() - interval '15 seconds' THEN lease.condition
    END AS condition
    FROM public.realm_session AS lease WHERE lease."realmId" = "id"
  ) AS agent ON true
  LEFT JOIN LATERAL (
    SELECT true AS known, CASE
      WHEN lease."lastSeenAt" > now() - interval '15 seconds'
        AND (lease."runOpenedAt" IS NOT NULL
          OR lease."lastPolledAt" > now() - make_interval(secs => LEAST(2 * lease."intervalMs", 240000) / 1000.0))
        AND EXISTS (SELECT FROM public.connector_credential AS credential
          WHERE credential.id = lease."credentialId" AND credential."revokedAt" IS NULL)
      THEN lease.condition
    END AS condition
    FROM public.connector_session AS lease WHERE lease."realmId" = "id"
  ) AS connector ON true
$$;

-- The triggers run as the migrating role: the role of servers may have no right on the new table yet.
CREATE FUNCTION "public"."list_realm"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.realm_listing ("realmId", "orgId", "isSandbox", "createdAt", name, "stateGroup")
  VALUES (NEW.id, NEW."orgId", NEW.kind = 'sandbox', NEW."createdAt", lower(NEW.name),
    public.realm_state_group(NEW.id, NEW.kind = 'sandbox'))
  ON CONFLICT ("realmId") DO UPDATE SET
    "orgId" = excluded."orgId", "isSandbox" = excluded."isSandbox", "createdAt" = excluded."createdAt", name = excluded.name;
  RETURN NULL;
END $$;
CREATE FUNCTION "public"."list_realm_state"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.realm_listing AS listing SET "stateGroup" = public.realm_state_group(NEW."realmId", listing."isSandbox")
  WHERE listing."realmId" = NEW."realmId"
    AND listing."stateGroup" <> public.realm_state_group(NEW."realmId", listing."isSandbox");
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."list_realm", "public"."list_realm_state" FROM PUBLIC;

CREATE TRIGGER "list_realm" AFTER INSERT OR UPDATE OF "orgId", name, kind, "createdAt" ON "realm"
  FOR EACH ROW EXECUTE FUNCTION "public"."list_realm"();
CREATE TRIGGER "list_realm_state" AFTER INSERT OR UPDATE OF phase, condition, "connectedAt" ON "realm_session"
  FOR EACH ROW EXECUTE FUNCTION "public"."list_realm_state"();
CREATE TRIGGER "list_realm_state" AFTER INSERT OR UPDATE OF condition, "lastPolledAt", "endedAt" ON "connector_session"
  FOR EACH ROW EXECUTE FUNCTION "public"."list_realm_state"();

INSERT INTO "realm_listing" ("realmId", "orgId", "isSandbox", "createdAt", "name", "stateGroup")
SELECT "id", "orgId", "kind" = 'sandbox', "createdAt", lower("name"),
  "public"."realm_state_group"("id", "kind" = 'sandbox') FROM "realm";
