SELECT setval(pg_get_serial_sequence('posts', 'id'), greatest(2, (SELECT coalesce(max(id), 0) + 1 FROM posts)), false);
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "id" SET MINVALUE 2 SET START WITH 2;--> statement-breakpoint
CREATE INDEX "attachments_first" ON "attachments" USING btree ("type","post_id") WHERE position = 0;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_id" CHECK ("posts"."id" >= 2);--> statement-breakpoint
-- Totals are kept by the database itself, so that no path (a call, a cascade, a purge) can make them drift. They count
-- what active members made: nobody is shown anything else, so only blocks are left to subtract when reading.
-- The member's row is locked FOR SHARE so that suspending somebody and their last like take turns.
CREATE FUNCTION count_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT FROM reaction_totals WHERE subject_type = OLD.subject_type AND subject_id = OLD.subject_id AND kind = OLD.kind
  ) THEN
    RETURN NULL; -- The subject itself is going.
  END IF;
  PERFORM FROM members WHERE id = coalesce(NEW.member_id, OLD.member_id) AND status = 'active' FOR SHARE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- A change of kind touches two rows: always the lower kind first, so that two changes cannot wait for each other.
  IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.kind < NEW.kind) THEN
    UPDATE reaction_totals SET count = count - 1 WHERE subject_type = OLD.subject_type AND subject_id = OLD.subject_id AND kind = OLD.kind;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO reaction_totals AS t (subject_type, subject_id, kind, count) VALUES (NEW.subject_type, NEW.subject_id, NEW.kind, 1)
      ON CONFLICT (subject_type, subject_id, kind) DO UPDATE SET count = t.count + 1;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.kind > NEW.kind THEN
    UPDATE reaction_totals SET count = count - 1 WHERE subject_type = OLD.subject_type AND subject_id = OLD.subject_id AND kind = OLD.kind;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reactions_total AFTER INSERT OR DELETE ON reactions FOR EACH ROW EXECUTE FUNCTION count_reaction();
--> statement-breakpoint
CREATE TRIGGER reactions_total_moved AFTER UPDATE OF kind ON reactions FOR EACH ROW WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION count_reaction();
--> statement-breakpoint
-- A reply is shown under its parent, so it counts only while the authors of both are active.
CREATE FUNCTION count_new_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM members WHERE id = NEW.author_id AND status = 'active' FOR SHARE;
  IF FOUND AND NEW.parent_id IS NOT NULL THEN
    PERFORM FROM comments parent JOIN members m ON m.id = parent.author_id WHERE parent.id = NEW.parent_id AND m.status = 'active' FOR SHARE OF m;
  END IF;
  IF FOUND THEN
    INSERT INTO comment_totals AS t (subject_type, subject_id, count) VALUES (NEW.subject_type, NEW.subject_id, 1)
      ON CONFLICT (subject_type, subject_id) DO UPDATE SET count = t.count + 1;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_total_new AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION count_new_comment();
--> statement-breakpoint
-- Before, because a top-level comment takes its replies out of the total with it; when their turn comes it is gone.
CREATE FUNCTION count_gone_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer := 1;
BEGIN
  IF NOT EXISTS (SELECT FROM comment_totals WHERE subject_type = OLD.subject_type AND subject_id = OLD.subject_id) THEN
    RETURN OLD; -- The subject itself is going.
  END IF;
  PERFORM FROM members WHERE id = OLD.author_id AND status = 'active' FOR SHARE;
  IF FOUND AND OLD.parent_id IS NOT NULL THEN
    PERFORM FROM comments parent JOIN members m ON m.id = parent.author_id WHERE parent.id = OLD.parent_id AND m.status = 'active' FOR SHARE OF m;
  END IF;
  IF NOT FOUND THEN
    RETURN OLD;
  END IF;
  IF OLD.parent_id IS NULL THEN
    SELECT count(*) + 1 INTO gone FROM (
      SELECT FROM comments reply JOIN members m ON m.id = reply.author_id WHERE reply.parent_id = OLD.id AND m.status = 'active' FOR SHARE OF m
    ) replies;
  END IF;
  UPDATE comment_totals SET count = count - gone WHERE subject_type = OLD.subject_type AND subject_id = OLD.subject_id;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_total_gone BEFORE DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_gone_comment();
--> statement-breakpoint
-- Subjects are named by type and id, without a foreign key: what hangs on them goes with them here. Totals first, which
-- tells the triggers above that there is nothing left to count.
CREATE FUNCTION drop_reactions_of_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reaction_totals WHERE subject_type IN ('activity_comment', 'core_comment') AND subject_id = OLD.id;
  DELETE FROM reactions WHERE subject_type IN ('activity_comment', 'core_comment') AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER comments_reactions AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION drop_reactions_of_comment();
--> statement-breakpoint
CREATE FUNCTION drop_what_hangs_on_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reaction_totals WHERE subject_type = 'activity_action' AND subject_id = OLD.id;
  DELETE FROM comment_totals WHERE subject_type = 'activity_action' AND subject_id = OLD.id;
  DELETE FROM comments WHERE subject_type = 'activity_action' AND subject_id = OLD.id AND parent_id IS NULL;
  DELETE FROM reactions WHERE subject_type = 'activity_action' AND subject_id = OLD.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posts_subject AFTER DELETE ON posts FOR EACH ROW EXECUTE FUNCTION drop_what_hangs_on_post();
--> statement-breakpoint
-- What a member made stops counting with the account, and counts again when it is reinstated. Rows are locked in the
-- order of their key.
CREATE FUNCTION recount_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step integer := CASE WHEN TG_OP = 'UPDATE' AND NEW.status = 'active' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO reaction_totals AS t (subject_type, subject_id, kind, count)
    SELECT subject_type, subject_id, kind, step FROM reactions WHERE member_id = OLD.id ORDER BY 1, 2, 3
    ON CONFLICT (subject_type, subject_id, kind) DO UPDATE SET count = t.count + excluded.count;
  INSERT INTO comment_totals AS t (subject_type, subject_id, count)
    SELECT subject_type, subject_id, step * count(*) FROM (
      SELECT own.subject_type, own.subject_id
        FROM comments own LEFT JOIN comments parent ON parent.id = own.parent_id LEFT JOIN members m ON m.id = parent.author_id
        WHERE own.author_id = OLD.id AND (own.parent_id IS NULL OR parent.author_id = OLD.id OR m.status = 'active')
      UNION ALL
      SELECT reply.subject_type, reply.subject_id
        FROM comments own JOIN comments reply ON reply.parent_id = own.id JOIN members m ON m.id = reply.author_id AND m.status = 'active'
        WHERE own.author_id = OLD.id AND reply.author_id <> OLD.id
    ) counted GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (subject_type, subject_id) DO UPDATE SET count = t.count + excluded.count;
  RETURN coalesce(NEW, OLD);
END
$$;
--> statement-breakpoint
CREATE TRIGGER members_counted AFTER UPDATE OF status ON members FOR EACH ROW
  WHEN ((OLD.status = 'active') <> (NEW.status = 'active')) EXECUTE FUNCTION recount_member();
--> statement-breakpoint
CREATE TRIGGER members_purged BEFORE DELETE ON members FOR EACH ROW WHEN (OLD.status = 'active') EXECUTE FUNCTION recount_member();
