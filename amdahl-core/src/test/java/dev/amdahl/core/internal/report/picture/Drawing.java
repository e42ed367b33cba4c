package dev.amdahl.core.internal.report.picture;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A finished drawing, measured. Across is in per cent of the width. */
public final class Drawing {
    private static final Pattern STEP = Pattern.compile("V(-?\\d+)h(\\d+)");

    private final Element root;

    private Drawing(Element root) {
        this.root = root;
    }

    public static Drawing of(Markup markup) {
        return of("<x>" + markup + "</x>");
    }

    public static Drawing of(String text) {
        try {
            return new Drawing(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement());
        } catch (Exception e) {
            throw new IllegalArgumentException("not well-formed: " + text, e);
        }
    }

    /** Elements of a name with one of whose classes is this. */
    public List<Element> all(String name, String style) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = root.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            Element element = (Element) nodes.item(i);
            if (List.of(element.getAttribute("class").split(" ", -1)).contains(style)) {
                found.add(element);
            }
        }
        return found;
    }

    /** All lines. */
    public List<Element> lines() {
        List<Element> found = new ArrayList<>();
        NodeList nodes = root.getElementsByTagName("line");
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    public String text() {
        return root.getTextContent();
    }

    public static double at(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute).replace("%", ""));
    }

    public static String title(Element element) {
        return element.getElementsByTagName("title").item(0).getTextContent();
    }

    /** The share of its columns that each layer of stacked columns shows, from the top layer down to the foot. */
    public static double[] shares(Element columns) {
        NodeList paths = columns.getElementsByTagName("path");
        double[] areas = new double[paths.getLength() + 1];
        double all = 100 * Double.parseDouble(columns.getAttribute("viewBox").split(" ", -1)[2]);
        for (int i = 0; i < paths.getLength(); i++) {
            Matcher step = STEP.matcher(((Element) paths.item(i)).getAttribute("d"));
            while (step.find()) {
                areas[i] -= Double.parseDouble(step.group(1)) * Double.parseDouble(step.group(2)) / all;
            }
        }
        double[] shares = new double[paths.getLength()];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = areas[i] - areas[i + 1];
        }
        return shares;
    }

    public static List<String> styles(Element columns) {
        List<String> styles = new ArrayList<>();
        NodeList paths = columns.getElementsByTagName("path");
        for (int i = 0; i < paths.getLength(); i++) {
            styles.add(((Element) paths.item(i)).getAttribute("class"));
        }
        return styles;
    }
}
