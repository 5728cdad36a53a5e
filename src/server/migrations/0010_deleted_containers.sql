ALTER TABLE "containers" DROP CONSTRAINT "containers_state";--> statement-breakpoint
ALTER TABLE "containers" DROP CONSTRAINT "containers_custody";--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_state" CHECK ("containers"."state" in ('draft', 'pending', 'open', 'archived', 'declined', 'expired', 'removed', 'deleted'));--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_custody" CHECK ("containers"."owner_id" is not null or "containers"."state" in ('archived', 'removed', 'declined', 'deleted'));