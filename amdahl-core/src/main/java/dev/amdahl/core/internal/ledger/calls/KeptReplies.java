package dev.amdahl.core.internal.ledger.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.evidence.EvidenceDamagedException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.CallBook.Call;
import dev.amdahl.spi.llm.LlmReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was sent to models and what came back, in the evidence store under its digest. As thread-safe as its desk. */
record KeptReplies(CallContext desk) {
    private static final int MAX_CHARACTERS = 16 << 20;

    /** What was kept, on the disk by now, and the entries that name it. */
    record Kept(String prompt, Optional<String> reply, List<Entry> entries) {}

    /** Keeps both; what cannot be kept is noted and costs nothing but the memory of it. */
    Kept keep(Call call) {
        List<Entry> entries = new ArrayList<>();
        put(call.prompt()).ifPresent(file -> entries.add(entry(call, EvidenceRole.PROMPT, file)));
        Optional<StoredArtifact> reply = call.reply().flatMap(given -> put(EntryCodec.write(given)));
        reply.ifPresent(file -> entries.add(entry(call, EvidenceRole.REPLY, file)));
        return new Kept(
                Hashing.sha256().hashString(call.prompt(), UTF_8).toString(),
                reply.map(StoredArtifact::digest),
                entries);
    }

    /** Returns what to record of what became of a reply; nothing if just that is recorded. */
    Optional<Entry> notes(String call, List<String> lines) {
        return put(Redaction.of(String.join("\n", lines) + "\n"))
                .filter(file -> desk.view().keptOf(call).stream()
                        .noneMatch(kept -> kept.role().equals(EvidenceRole.NOTES)
                                && kept.digest().equals(file.digest())))
                .map(file -> entry(call, EvidenceRole.NOTES, file));
    }

    private static Entry entry(Call call, String role, StoredArtifact file) {
        return entry(call.ticket(), role, file);
    }

    private static Entry entry(String call, String role, StoredArtifact file) {
        return new Entry.EvidenceKept(call, role, file.digest(), file.bytes());
    }

    private Optional<StoredArtifact> put(String text) {
        Optional<EvidenceStore> store = desk.evidence();
        if (store.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes = text.getBytes(UTF_8);
        try {
            return Optional.of(store.get().put(new ByteArrayInputStream(bytes), bytes.length));
        } catch (IOException | LedgerUnusableException e) {
            desk.note("what a model was asked or said is not kept beside the ledger: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the reply of a call; empty, with a note, if it is gone or not what was kept. */
    Optional<LlmReply> read(ModelCall call) {
        Optional<String> digest = call.outcome().flatMap(ModelCall.Outcome::reply);
        Optional<EvidenceStore> store = desk.evidence();
        if (digest.isEmpty() || store.isEmpty()) {
            return Optional.empty();
        }
        try {
            String json = Files.readString(store.get().open(digest.get()), UTF_8);
            if (json.length() > MAX_CHARACTERS) {
                throw new IllegalArgumentException("more than " + MAX_CHARACTERS + " characters");
            }
            return Optional.of(EntryCodec.read(json, LlmReply.class));
        } catch (IOException | EvidenceDamagedException | IllegalArgumentException e) {
            desk.note("the recorded answer of " + call.model() + " about " + call.about()
                    + " cannot be used, so it is asked again: " + e.getMessage());
            return Optional.empty();
        }
    }
}
