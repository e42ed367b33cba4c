package dev.amdahl.llm.knowledge;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the entries of an Atom feed (RFC 4287), as arXiv answers; one with a document type, and so with entities, is refused. */
final class AtomFeed {
    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final int MAX_ENTRIES = 200;

    private AtomFeed() {}

    static List<OutsideItem> entries(byte[] body) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(body));
        try {
            xml.nextTag();
            if (!isAtom(xml, "feed")) {
                throw new XMLStreamException("its root is " + xml.getLocalName() + " and not a feed of Atom");
            }
            List<OutsideItem> entries = new ArrayList<>();
            while (xml.hasNext() && entries.size() < MAX_ENTRIES) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT && isAtom(xml, "entry")) {
                    entries.add(entry(xml));
                }
            }
            return entries;
        } finally {
            xml.close();
        }
    }

    private static boolean isAtom(XMLStreamReader xml, String name) {
        return name.equals(xml.getLocalName()) && ATOM.equals(xml.getNamespaceURI());
    }

    private static OutsideItem entry(XMLStreamReader xml) throws XMLStreamException {
        Map<String, String> texts = new HashMap<>();
        int depth = 1;
        while (depth > 0) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                boolean isOwn = depth == 1 && ATOM.equals(xml.getNamespaceURI());
                String name = xml.getLocalName();
                if (isOwn && (name.equals("id") || name.equals("title") || name.equals("summary"))) {
                    texts.putIfAbsent(name, OutsideItem.line(text(xml)));
                } else {
                    depth++;
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
        String id = texts.getOrDefault("id", "");
        return OutsideItem.of(id, id, texts.getOrDefault("title", ""), texts.getOrDefault("summary", ""));
    }

    /** With that of the elements in it: a summary may be XHTML. */
    private static String text(XMLStreamReader xml) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        int depth = 1;
        while (depth > 0) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(xml.getText());
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new XMLStreamException("it refers to the entity " + xml.getLocalName());
                default -> {}
            }
        }
        return text.toString();
    }
}
