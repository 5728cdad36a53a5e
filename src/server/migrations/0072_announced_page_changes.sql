-- The process that makes a change hears of it with the statement, before its commit is acknowledged: the notice comes on the connection
-- itself. All processes hear the notification after the commit; by the transaction's number it is known for the same change.
create function invalidate_page(tag text) returns void language plpgsql as $$
declare
  change text := tag || ' ' || pg_current_xact_id();
begin
  raise notice using errcode = 'CACHE', message = change;
  perform pg_notify('cache', change);
end
$$;
--> statement-breakpoint
create or replace function notify_cache() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  if tg_table_name = 'posts' then
    perform invalidate_page('post:' || changed.id);
  elsif tg_table_name in ('attachments', 'post_tags') then
    perform invalidate_page('post:' || changed.post_id);
  elsif tg_table_name = 'members' then
    perform invalidate_page('member:' || changed.id);
  elsif changed.subject_type = 'activity_action' then
    if tg_table_name = 'comments' and tg_op <> 'INSERT' then
      perform invalidate_page('post:' || changed.subject_id);
    else
      perform pg_notify('cache', 'soft:post:' || changed.subject_id);
    end if;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace function notify_media_cache() returns trigger language plpgsql as $$
begin
  perform invalidate_page('post:' || post_id) from attachments where media_id = new.id;
  perform invalidate_page('post:' || post_id) from attachments where type = 'album_photo' and target_id = new.id;
  return null;
end
$$;
--> statement-breakpoint
create or replace function follow_album() returns trigger language plpgsql as $$
begin
  if new.audience <> old.audience then
    update posts set audience = new.audience where album_id = new.id;
  else
    perform invalidate_page('post:' || p.id) from posts p where p.album_id = new.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace function notify_profile_audience() returns trigger language plpgsql as $$
begin
  perform invalidate_page('member:' || (coalesce(new, old)).member_id);
  return null;
end
$$;
