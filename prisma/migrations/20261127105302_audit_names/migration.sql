-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "actorName" TEXT,
ADD COLUMN     "resourceName" TEXT;

-- Names an event's resource and actor as they are now: an event outlives them. It runs as the migrating role, because
-- every role that adds events may not read every table.
CREATE FUNCTION "public"."name_audit_event"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW."resourceName" := coalesce(NEW."resourceName", CASE NEW."resourceKind"
    WHEN 'org' THEN (SELECT name FROM public.organization WHERE id = NEW."resourceId")
    WHEN 'realm' THEN (SELECT name FROM public.realm WHERE id = NEW."resourceId")
    WHEN 'client' THEN (SELECT name FROM public.oauth_client WHERE id = NEW."resourceId")
    WHEN 'api-key' THEN (SELECT name FROM public.api_key WHERE id = NEW."resourceId")
    WHEN 'invitation' THEN (SELECT email FROM public.invitation WHERE id = NEW."resourceId")
    WHEN 'account' THEN (SELECT email FROM public."user" WHERE id = NEW."resourceId")
    WHEN 'agent-token' THEN (SELECT label FROM public.agent_token WHERE id = NEW."resourceId")
    WHEN 'connector' THEN (SELECT label FROM public.connector_credential WHERE id = NEW."resourceId")
    WHEN 'member' THEN (SELECT "user".email FROM public.membership AS member
      JOIN public."user" ON "user".id = member."userId" WHERE member.id = NEW."resourceId")
    WHEN 'session' THEN (SELECT "user".email FROM public.session
      JOIN public."user" ON "user".id = session."userId" WHERE session.id = NEW."resourceId")
    WHEN 'connection' THEN (SELECT client.name || ' → ' || realm.name FROM public.connection
      JOIN public.oauth_client AS client ON client.id = connection."clientId"
      JOIN public.realm ON realm.id = connection."realmId" WHERE connection.id = NEW."resourceId")
    WHEN 'setup-link' THEN (SELECT realm.name FROM public.setup_link AS link
      JOIN public.realm ON realm.id = link."realmId" WHERE link.id = NEW."resourceId")
    WHEN 'pairing-code' THEN (SELECT realm.name FROM public.pairing_code AS code
      JOIN public.realm ON realm.id = code."realmId" WHERE code.id = NEW."resourceId")
    WHEN 'request' THEN (SELECT left(method || ' ' || path, 200) FROM public.logged_request
      WHERE NEW."resourceId" ~ '^[0-9a-f-]{36}$' AND id = NEW."resourceId"::uuid LIMIT 1)
  END, NEW.details #>> '{before,name}');
  NEW."actorName" := coalesce(NEW."actorName", CASE NEW."actorKind"
    WHEN 'client' THEN (SELECT name FROM public.oauth_client WHERE id = NEW."actorId")
    ELSE (SELECT email FROM public."user" WHERE id = NEW."actorId")
  END);
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."name_audit_event" FROM PUBLIC;
CREATE TRIGGER "name_audit_event" BEFORE INSERT ON "audit_event"
  FOR EACH ROW EXECUTE FUNCTION "public"."name_audit_event"();
