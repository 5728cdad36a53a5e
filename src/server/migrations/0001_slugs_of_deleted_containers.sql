ALTER TABLE "container_slugs" DROP CONSTRAINT "container_slugs_type_id_containers_type_id_fk";
